import { sign } from 'node:crypto';
import { projectPath } from '../cli/project-files.ts';
import type { GitRepository } from '../github/git-repository.test-support.ts';
import { Deliveries, type Receiver } from './emulator/deliveries.test-support.ts';
import { startEmulate } from './emulator/emulate.test-support.ts';
import { type Exchange, type Fault, Front } from './emulator/front.test-support.ts';
import { BareRepository } from './emulator/git.test-support.ts';
import { ask, Person } from './emulator/person.test-support.ts';
import { type AppInfo, type Role, type User, World } from './emulator/world.test-support.ts';

export interface Account {
  readonly id: number;
  readonly login: string;
  /** What it may do in the repository; read, as anybody may, where it is left out. */
  readonly role?: Role;
}

export interface GithubOptions {
  /** The repository's files; this project's own where it is left out. Only read. */
  readonly source?: GitRepository;
  readonly name?: string;
  readonly owner?: Account;
  readonly counterparty?: Account;
  readonly stranger?: Account;
  /** Where the App's webhooks go; `deliveries.connect` says it later. */
  readonly webhook?: Receiver;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly events?: readonly string[];
  readonly clock?: () => Date;
}

const PERMISSIONS = {
  ...{ metadata: 'read', contents: 'write', issues: 'write', pull_requests: 'write' },
  ...{ checks: 'write', statuses: 'write' },
};
const EVENTS = [
  ...[
    'issues',
    'issue_comment',
    'pull_request',
    'push',
    'check_run',
    'status',
    'create',
    'delete',
    'release',
  ],
];
const APP_ID = 4004;
const INSTALLATION_ID = 5005;
const REPOSITORY_ID = 6006;

/**
 * A stateful GitHub with one public repository, one App installed on it and a few accounts. What it cannot do it refuses with
 * 501: forks, reviews, milestones, rulesets, Pages, workflows, search, rebase merges, drafts of releases, private repositories.
 */
export class EmulatedGithub {
  readonly url: string;
  readonly appId = APP_ID;
  readonly installationId = INSTALLATION_ID;
  readonly slug = 'aimf-clerk';
  readonly privateKey: string;
  readonly secret: string;
  readonly deliveries: Deliveries;
  readonly owner: Person;
  readonly counterparty: Person;
  readonly stranger: Person;
  /** Who acts with the token that Actions get by default. Pull requests that it makes start no workflows. */
  readonly actions: Person;
  private readonly world: World;
  private readonly front: Front;
  private readonly close: () => Promise<void>;

  /** Made by `startGithub` alone. */
  constructor(parts: {
    readonly world: World;
    readonly front: Front;
    readonly deliveries: Deliveries;
    readonly secret: string;
    readonly privateKey: string;
    readonly people: readonly [owner: User, counterparty: User, stranger: User];
    readonly close: () => Promise<void>;
  }) {
    this.world = parts.world;
    this.front = parts.front;
    this.deliveries = parts.deliveries;
    this.secret = parts.secret;
    this.privateKey = parts.privateKey;
    this.close = parts.close;
    this.url = parts.world.url;
    const [owner, counterparty, stranger] = parts.people;
    this.owner = this.person(owner);
    this.counterparty = this.person(counterparty);
    this.stranger = this.person(stranger);
    this.actions = this.person(parts.world.apps[1].bot);
  }

  get fullName(): string {
    return this.world.fullName;
  }

  get repository(): { readonly owner: string; readonly repo: string } {
    return { owner: this.world.repository.owner.login, repo: this.world.repository.name };
  }

  /** The login of the App's own account, `slug[bot]`, and its number. */
  get bot(): { readonly login: string; readonly id: number } {
    return this.world.apps[0].bot;
  }

  /** The bare repository, which git can clone. */
  get folder(): string {
    return this.world.git.folder;
  }

  /** Every request to what is ours, with its answer, in order. */
  get exchanges(): readonly Exchange[] {
    return this.front.exchanges;
  }

  /** Makes requests fail as a test wants it; null again for none. */
  setFault(fault: Fault | null): void {
    this.front.fault = fault ?? (() => null);
  }

  addUser(account: Account): Person {
    const user = userOf(account);
    this.world.users.push(user);
    return this.person(user);
  }

  /** A new login for the same account; the old one is free, and may be another's. */
  rename(person: Person, login: string): void {
    if (person.user === this.world.repository.owner) this.world.formerNames.push(this.world.fullName);
    person.user.login = login;
  }

  /** What the App signs in with as itself. */
  jwt(): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: APP_ID, iat: now - 30, exp: now + 300 })}`;
    return `${text}.${sign('sha256', Buffer.from(text), this.privateKey).toString('base64url')}`;
  }

  /** The App on its installation, with all of its permissions or only some, as its token lets it act. */
  async app(permissions?: Readonly<Record<string, string>>): Promise<Person> {
    const path = `/app/installations/${INSTALLATION_ID}/access_tokens`;
    const { body } = await ask(this.url, this.jwt(), 'POST', path, permissions ? { permissions } : {});
    return new Person(this.world.apps[0].bot, body.token, this.url, this.fullName, this.deliveries);
  }

  async stop(): Promise<void> {
    await this.deliveries.settle();
    await this.close();
    this.world.git.remove();
  }

  private person(user: User): Person {
    const token = `${user.type === 'Bot' ? 'ghs' : 'ghp'}_${user.id}`;
    this.world.tokens.set(token, user);
    return new Person(user, token, this.world.url, this.world.fullName, this.deliveries);
  }
}

function userOf({ id, login, role = 'read' }: Account): User {
  return { id, login, type: 'User', role };
}

function appOf(id: number, slug: string, name: string, botId: number, options: GithubOptions): AppInfo {
  const bot: User = { id: botId, login: `${slug}[bot]`, type: 'Bot', role: 'none' };
  const { permissions = PERMISSIONS, events = EVENTS } = options;
  return { id, slug, name, permissions, events, bot };
}

/** Starts it; `stop` ends it. */
export async function startGithub(options: GithubOptions = {}): Promise<EmulatedGithub> {
  const owner = { ...userOf(options.owner ?? { id: 1001, login: 'olive-owner' }), role: 'admin' as const };
  const counterparty = userOf(options.counterparty ?? { id: 2002, login: 'casey-counterparty' });
  const stranger = userOf(options.stranger ?? { id: 3003, login: 'sam-stranger' });
  const app = appOf(APP_ID, 'aimf-clerk', 'AIMF clerk', 7007, options);
  const actions = appOf(15_368, 'github-actions', 'GitHub Actions', 41_898_282, {});
  const users: User[] = [owner, counterparty, stranger, app.bot, actions.bot];
  const name = options.name ?? 'aimf-protocol';
  const { source } = options;
  const git = source ? BareRepository.of(source.folder) : BareRepository.ofWorkingTree(projectPath(''));
  const repository = { id: REPOSITORY_ID, owner, name, defaultBranch: 'main' };
  const clock = options.clock ?? (() => new Date());
  const apps = [app, actions] as const;
  const world = new World({ git, repository, users, apps, installationId: INSTALLATION_ID, clock });
  const secret = 'a-secret-of-the-tests-0123456789abcdef';
  const installation = { id: INSTALLATION_ID, node_id: 'MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uNTAwNQ==' };
  const deliveries = new Deliveries(app, secret, installation, options.webhook ?? null);
  world.emit = (event, payload) => deliveries.make(event, payload);
  const front = new Front();
  const seed = {
    users,
    repository: { id: REPOSITORY_ID, owner: owner.login, name },
    app: { ...app, installationId: INSTALLATION_ID },
  };
  const emulate = await startEmulate(seed, context => front.answer(context, world));
  world.url = emulate.url;
  const { privateKey, close } = emulate;
  const people = [owner, counterparty, stranger] as const;
  return new EmulatedGithub({ world, front, deliveries, secret, privateKey, people, close });
}
