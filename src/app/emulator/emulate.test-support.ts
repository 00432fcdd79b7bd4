import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What of emulate's internals is used: its own chunk is imported, so the version is pinned in package.json. */
export interface EmulateContext {
  readonly req: {
    readonly method: string;
    readonly url: string;
    header(name: string): string | undefined;
    text(): Promise<string>;
  };
  get(key: string): unknown;
  body(body: string | null, status: number, headers: Record<string, string>): Response;
}

type Middleware = (context: EmulateContext, next: () => Promise<void>) => Promise<Response | undefined>;

interface EmulateApp {
  use(path: string, handler: Middleware): unknown;
}

interface Collection {
  insert(row: Readonly<Record<string, unknown>>): unknown;
  delete(id: number): boolean;
}

interface EmulateStore {
  readonly users: Collection;
  readonly repos: Collection;
}

/** The bearer of a token, as emulate knows it. */
export interface TokenHolder {
  readonly installation?: {
    readonly installationId: number;
    readonly permissions: Readonly<Record<string, string>>;
  };
}

export interface EmulateSeed {
  readonly users: readonly Readonly<{ id: number; login: string; type: 'User' | 'Bot' }>[];
  readonly repository: Readonly<{ id: number; owner: string; name: string }>;
  readonly app: Readonly<{
    id: number;
    slug: string;
    name: string;
    installationId: number;
    permissions: Readonly<Record<string, string>>;
    events: readonly string[];
  }>;
}

/** One request in front of emulate: a response of our own, or null where emulate may answer. */
export type Front = (context: EmulateContext) => Promise<Response | null>;

interface GithubPlugin {
  register(app: EmulateApp, store: unknown, webhooks: unknown, baseUrl: string, tokens: unknown): void;
}

interface GithubChunk {
  readonly githubPlugin: GithubPlugin;
  getGitHubStore(store: unknown): EmulateStore;
}

let turn: Promise<unknown> = Promise.resolve();
let key = '';

/** Starts emulate's GitHub with our front before each of its routes, one start at a time. */
export async function startEmulate(seed: EmulateSeed, front: Front) {
  const started = turn.then(() => startInTurn(seed, front));
  turn = started.catch(() => undefined);
  return started;
}

async function startInTurn(seed: EmulateSeed, front: Front) {
  const { createEmulator } = await import('emulate');
  const { githubPlugin, getGitHubStore } = await githubChunk();
  const { register } = githubPlugin;
  githubPlugin.register = (app, store, webhooks, baseUrl, tokens) => {
    const { users, repos } = getGitHubStore(store);
    for (const user of seed.users) users.insert(userRow(user));
    repos.insert({ id: seed.repository.id - 1 });
    repos.delete(seed.repository.id - 1);
    app.use('*', async (context, next) => {
      const response = await front(context);
      if (response !== null) return response;
      await next();
      return undefined;
    });
    register.call(githubPlugin, app, store, webhooks, baseUrl, tokens);
  };
  key ||= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  try {
    const emulator = await createEmulator({ service: 'github', port: 0, seed: configuration(seed) });
    // emulate listens on IPv4 alone, and says so with a name that may mean more.
    const url = emulator.url.replace('localhost', '127.0.0.1');
    return { url, privateKey: key, close: () => emulator.close() };
  } finally {
    githubPlugin.register = register;
  }
}

/** The module instance that emulate itself loads for `service: 'github'`. */
async function githubChunk(): Promise<GithubChunk> {
  const api = import.meta.resolve('emulate');
  const source = readFileSync(new URL(api), 'utf8');
  const chunk = /import\("(\.\/[^"]+)"\);\s*return \{\s*plugin: mod\.githubPlugin/.exec(source)?.[1];
  if (chunk === undefined) throw new Error('emulate is built otherwise than the pinned version');
  return import(new URL(chunk, api).href);
}

function configuration({ repository, app }: EmulateSeed) {
  const { id, installationId, ...rest } = app;
  const installations = [{ installation_id: installationId, account: repository.owner }];
  return {
    tokens: {},
    github: {
      // Any token that emulate does not know is this one's; our front lets none of them pass.
      users: [{ login: 'nobody' }],
      repos: [{ owner: repository.owner, name: repository.name, auto_init: false }],
      apps: [{ ...rest, app_id: id, private_key: key, installations }],
    },
  };
}

function userRow({ id, login, type }: EmulateSeed['users'][number]) {
  const words = { node_id: `U_${id}`, avatar_url: '', gravatar_id: '', blog: '', name: null, company: null };
  const rest = { location: null, email: null, hireable: null, bio: null, twitter_username: null };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  return { id, login, type, site_admin: false, ...words, ...rest, ...counts };
}
