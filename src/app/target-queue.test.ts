import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Target } from './app-world.ts';
import { TargetQueue } from './target-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const named = (repository: string, target: Target) =>
  `${repository} ${target === 'all' ? 'all' : target.issue}`;

/** A queue whose runs end when the test says so, well or not. */
function heldQueue() {
  const began: string[] = [];
  const ends: ((done: boolean) => void)[] = [];
  const queue = new TargetQueue((repository, target) => {
    began.push(named(repository, target));
    return new Promise<boolean>(resolve => ends.push(resolve));
  });
  const end = async (done = true) => {
    ends.shift()?.(done);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, began, end };
}

describe('the queue of targets (hazards C and D)', () => {
  it('runs one thing at a time in a repository, and takes equal ones together', async () => {
    const { queue, began, end } = heldQueue();
    for (const issue of [1, 2, 2, 3, 2]) queue.add('a/b', { issue });
    expect(began).toEqual(['a/b 1']);
    expect(queue.length).toBe(3);
    await end();
    await end();
    await end();
    expect(began).toEqual(['a/b 1', 'a/b 2', 'a/b 3']);
    expect(queue.length).toBe(0);
  });

  it('everything stands for each issue, before and after it comes', async () => {
    const { queue, began, end } = heldQueue();
    queue.add('a/b', { issue: 9 });
    queue.add('a/b', { issue: 1 });
    queue.add('a/b', 'all');
    queue.add('a/b', { issue: 2 });
    await end();
    await end();
    expect(began).toEqual(['a/b 9', 'a/b all']);
  });

  it('what comes while its like runs is run again, since the run may have read before it', async () => {
    const { queue, began, end } = heldQueue();
    queue.add('a/b', { issue: 1 });
    queue.add('a/b', { issue: 1 });
    await end();
    expect(began).toEqual(['a/b 1', 'a/b 1']);
  });

  it('repositories do not wait for each other, up to four at once', async () => {
    const { queue, began, end } = heldQueue();
    for (const name of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5']) queue.add(name, 'all');
    expect(began).toEqual(['a/1 all', 'a/2 all', 'a/3 all', 'a/4 all']);
    await end();
    expect(began.at(-1)).toBe('a/5 all');
  });

  it('tries again what failed, ever later, and nothing else waits for it', async () => {
    const { queue, began, end } = heldQueue();
    queue.add('a/b', { issue: 1 });
    await end(false);
    expect(queue.hasFailed('a/b')).toBe(true);
    queue.add('a/b', { issue: 2 });
    await end();
    expect(began).toEqual(['a/b 1', 'a/b 2']);
    expect(queue.hasFailed('a/b')).toBe(true);
    await vi.advanceTimersByTimeAsync(30_000);
    await end(false);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(began.length).toBe(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(began).toEqual(['a/b 1', 'a/b 2', 'a/b 1', 'a/b 1']);
    await end();
    expect([queue.hasFailed('a/b'), queue.length]).toEqual([false, 0]);
  });

  it('everything done well makes good what failed before', async () => {
    const { queue, end } = heldQueue();
    queue.add('a/b', { issue: 1 });
    await end(false);
    queue.add('a/b', 'all');
    await end();
    expect(queue.hasFailed('a/b')).toBe(false);
  });

  it('a run that throws has failed', async () => {
    const queue = new TargetQueue(() => Promise.reject(new Error('no')));
    queue.add('a/b', 'all');
    await queue.settled();
    expect(queue.hasFailed('a/b')).toBe(true);
  });

  it('begins nothing once it is stopped, and waits for what is under way', async () => {
    const { queue, began, end } = heldQueue();
    queue.add('a/b', { issue: 1 });
    queue.add('a/b', { issue: 2 });
    let stopped = false;
    const stop = queue.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).toBe(false);
    await end();
    await stop;
    expect(began).toEqual(['a/b 1']);
  });

  it('drops what waits for a repository that is gone', async () => {
    const { queue, began, end } = heldQueue();
    queue.add('a/b', { issue: 1 });
    queue.add('a/b', { issue: 2 });
    queue.forget('a/b');
    await end();
    expect(began).toEqual(['a/b 1']);
    expect([queue.length, queue.hasFailed('a/b')]).toEqual([0, false]);
  });
});
