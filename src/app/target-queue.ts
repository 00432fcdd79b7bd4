import type { Target } from './app-world.ts';

/** Targets with no repeats, in which "all" stands for every issue. */
class Targets {
  private all = false;
  private readonly issues = new Set<number>();

  get size(): number {
    return this.all ? 1 : this.issues.size;
  }

  add(target: Target): void {
    if (target === 'all') {
      this.all = true;
      this.issues.clear();
    } else if (!this.all) this.issues.add(target.issue);
  }

  /** Takes out what a target has settled: "all" settles every issue, one issue not "all". */
  settle(target: Target): void {
    if (target === 'all') {
      this.all = false;
      this.issues.clear();
    } else this.issues.delete(target.issue);
  }

  take(): Target | null {
    if (this.all) {
      this.all = false;
      return 'all';
    }
    const [issue] = this.issues;
    if (issue === undefined) return null;
    this.issues.delete(issue);
    return { issue };
  }

  moveTo(other: Targets): void {
    for (let target = this.take(); target !== null; target = this.take()) other.add(target);
  }
}

/** The work of one repository. */
class Lane {
  readonly due = new Targets();
  readonly failed = new Targets();
  failures = 0;
  running = false;
  timer: NodeJS.Timeout | null = null;
}

/** Runs at once, over all repositories: each may fetch and check a posting. */
const MOST = 4;

/** Milliseconds before a try again: half a minute, twice as long each time, at most an hour. */
export function backoff(failures: number): number {
  return Math.min(30_000 * 2 ** (failures - 1), 3_600_000);
}

/**
 * What has to be brought up to date, one run at a time in each repository. Targets that wait are coalesced; one that comes
 * while its like runs is run again, since the run may have read before it. What failed is tried again later, and nothing
 * else waits for that.
 */
export class TargetQueue {
  private readonly lanes = new Map<string, Lane>();
  private readonly working = new Set<Promise<void>>();
  private readonly run: (repository: string, target: Target) => Promise<boolean>;
  private readonly delay: (failures: number) => number;
  private stopped = false;

  /** `run` says whether all was done; it may also throw where it was not. */
  constructor(run: (repository: string, target: Target) => Promise<boolean>, delay = backoff) {
    this.run = run;
    this.delay = delay;
  }

  add(repository: string, target: Target): void {
    const lane = this.lanes.get(repository) ?? new Lane();
    this.lanes.set(repository, lane);
    lane.due.add(target);
    this.pump();
  }

  /** Drops what waits for a repository. */
  forget(repository: string): void {
    const lane = this.lanes.get(repository);
    clearTimeout(lane?.timer ?? undefined);
    lane?.due.settle('all');
    lane?.failed.settle('all');
    this.lanes.delete(repository);
  }

  /** How many runs wait, with those under way and those that failed. */
  get length(): number {
    const waiting = [...this.lanes.values()].map(lane => lane.due.size + lane.failed.size);
    return waiting.reduce((sum, one) => sum + one, this.working.size);
  }

  /** Whether something of a repository failed and was not made good since. */
  hasFailed(repository: string): boolean {
    return (this.lanes.get(repository)?.failed.size ?? 0) > 0;
  }

  /** Waits until nothing is under way; what failed may still wait for its next try. */
  async settled(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working);
  }

  /** Begins nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const lane of this.lanes.values()) clearTimeout(lane.timer ?? undefined);
    await this.settled();
  }

  private pump(): void {
    for (const [repository, lane] of this.lanes) {
      if (this.stopped || this.working.size >= MOST) return;
      const target = lane.running ? null : lane.due.take();
      if (target === null) continue;
      lane.running = true;
      const work = this.work(repository, lane, target).finally(() => {
        this.working.delete(work);
        lane.running = false;
        this.pump();
      });
      this.working.add(work);
    }
  }

  private async work(repository: string, lane: Lane, target: Target): Promise<void> {
    const done = await this.run(repository, target).catch(() => false);
    if (done) {
      lane.failed.settle(target);
      if (lane.failed.size === 0) lane.failures = 0;
      return;
    }
    lane.failed.add(target);
    if (this.stopped || lane.timer !== null) return;
    lane.failures += 1;
    lane.timer = setTimeout(() => {
      lane.timer = null;
      lane.failed.moveTo(lane.due);
      this.pump();
    }, this.delay(lane.failures));
  }
}
