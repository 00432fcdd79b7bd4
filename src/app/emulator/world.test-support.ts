import type { BareRepository } from './git.test-support.ts';

export type Json = { readonly [key: string]: unknown };
export type Role = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin';

export interface User {
  readonly id: number;
  login: string;
  readonly type: 'User' | 'Bot';
  /** What the account may do in the repository, where it acts as itself and not for an App. */
  role: Role;
}

export interface AppInfo {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  readonly bot: User;
}

/** Who makes a request: an account, alone or as an App with the permissions of its token. */
export interface Actor {
  readonly user: User;
  readonly app: AppInfo | null;
  readonly permissions: Readonly<Record<string, string>>;
}

export interface Pull {
  readonly id: number;
  readonly headRef: string;
  baseRef: string;
  headSha: string;
  baseSha: string;
  draft: boolean;
  mergedAt: string | null;
  mergedBy: User | null;
  mergeSha: string | null;
  /** The head and base for which a reader was already told whether they merge. */
  judged: string;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly user: User;
  readonly app: AppInfo | null;
  readonly createdAt: string;
  readonly pull: Pull | null;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  labels: string[];
  assignees: User[];
  locked: boolean;
  updatedAt: string;
  closedAt: string | null;
  closedBy: User | null;
}

export interface Comment {
  readonly id: number;
  readonly issue: Issue;
  readonly user: User;
  readonly app: AppInfo | null;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
}

export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column: number | null;
  readonly end_column: number | null;
  readonly annotation_level: string;
  readonly message: string;
  readonly title: string | null;
  readonly raw_details: string | null;
}

export interface CheckRun {
  readonly id: number;
  readonly app: AppInfo;
  readonly sha: string;
  readonly suite: number;
  readonly startedAt: string;
  readonly annotations: Annotation[];
  name: string;
  status: string;
  conclusion: string | null;
  completedAt: string | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: User;
  readonly createdAt: string;
}

export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly target: string;
  readonly name: string | null;
  readonly body: string | null;
  readonly prerelease: boolean;
  readonly author: User;
  readonly createdAt: string;
}

/** The part of branch protection that has an effect here. */
export interface Protection {
  readonly contexts: readonly string[];
  readonly strict: boolean;
  readonly enforceAdmins: boolean;
  readonly reviews: number | null;
  readonly allowForcePushes: boolean;
  readonly allowDeletions: boolean;
}

export type Emit = (event: string, payload: Json) => void;

export interface Setting {
  readonly git: BareRepository;
  readonly repository: Readonly<{ id: number; owner: User; name: string; defaultBranch: string }>;
  readonly users: User[];
  /** The App under test, and the one behind the token that Actions get by default. */
  readonly apps: readonly [App: AppInfo, Actions: AppInfo];
  readonly installationId: number;
  readonly clock: () => Date;
}

/** Everything that the emulated GitHub remembers beside git and beside what emulate itself keeps. */
export class World {
  readonly git: BareRepository;
  readonly repository: Setting['repository'];
  readonly users: User[];
  readonly apps: Setting['apps'];
  readonly installationId: number;
  /** Known once emulate listens. */
  url = '';
  /** Whose token is whose; those of installations are known to emulate. */
  readonly tokens = new Map<string, User>();
  private readonly clock: () => Date;
  readonly issues: Issue[] = [];
  readonly comments: Comment[] = [];
  readonly labels = new Map<string, Label>();
  readonly checks: CheckRun[] = [];
  readonly statuses: CommitStatus[] = [];
  readonly releases: Release[] = [];
  readonly protections = new Map<string, Protection>();
  readonly suites = new Map<string, number>();
  readonly formerNames: string[] = [];
  emit: Emit = () => undefined;
  private lastId = 3_000_000;
  private lastNumber = 0;

  constructor(setting: Setting) {
    this.git = setting.git;
    this.repository = setting.repository;
    this.users = setting.users;
    this.apps = setting.apps;
    this.installationId = setting.installationId;
    this.clock = setting.clock;
  }

  get fullName(): string {
    return `${this.repository.owner.login}/${this.repository.name}`;
  }

  /** Whether it is the repository's name, or was once: GitHub leads on from there, and clients follow. */
  isNamed(fullName: string): boolean {
    return [this.fullName, ...this.formerNames].some(one => one.toLowerCase() === fullName.toLowerCase());
  }

  get repoUrl(): string {
    return `${this.url}/repos/${this.fullName}`;
  }

  get htmlUrl(): string {
    return `${this.url}/${this.fullName}`;
  }

  /** The time as GitHub gives it: to the second. */
  now(): string {
    return this.date().toISOString().replace(/\.\d+/, '');
  }

  date(): Date {
    return this.clock();
  }

  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  nextNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  userBy(login: string): User | undefined {
    return this.users.find(user => user.login.toLowerCase() === login.toLowerCase());
  }

  issue(number: number): Issue | undefined {
    return this.issues.find(issue => issue.number === number);
  }

  openPulls(): readonly (Issue & { readonly pull: Pull })[] {
    return this.issues.filter(hasPull).filter(issue => issue.state === 'open');
  }

  /** The label of this name in the repository, made where it is new. */
  label(name: string): Label {
    const known = this.labels.get(name.toLowerCase());
    if (known !== undefined) return known;
    const label = { id: this.nextId(), name, color: 'ededed', description: null };
    this.labels.set(name.toLowerCase(), label);
    return label;
  }

  suite(app: AppInfo, sha: string): number {
    const key = `${app.id} ${sha}`;
    const id = this.suites.get(key) ?? this.nextId();
    this.suites.set(key, id);
    return id;
  }

  association(user: User): string {
    if (user.id === this.repository.owner.id) return 'OWNER';
    if (user.type === 'User' && RANK[user.role] > RANK.read) return 'COLLABORATOR';
    const merged = this.issues.some(one => one.user.id === user.id && one.pull?.mergedAt);
    return merged ? 'CONTRIBUTOR' : 'NONE';
  }
}

export function hasPull(issue: Issue): issue is Issue & { readonly pull: Pull } {
  return issue.pull !== null;
}

export const RANK: Readonly<Record<Role, number>> = {
  none: 0,
  read: 1,
  triage: 2,
  write: 3,
  maintain: 4,
  admin: 5,
};
