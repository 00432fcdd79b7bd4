/**
 * How fast a hub is, over HTTP alone, so that any server of the same wire can be measured: `npm run bench:hub -- --help`.
 * Of a hub of this checkout, its memory and processor time are told too.
 */
import { Connection } from './http-client.ts';
import { type Options, readOptions, USAGE } from './hub-options.ts';
import {
  type Database,
  fileDatabase,
  type Own,
  postgresDatabase,
  startOwn,
  stopOwn,
  usageOf,
} from './hub-own.ts';

type Person = { readonly id: number; readonly token: string };

async function ask(
  connection: Connection,
  method: string,
  path: string,
  token: string | null,
  body?: object,
) {
  const answer = await connection.request(method, path, token, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body);
}

async function enter(
  connection: Connection,
  count: number,
  chats: number,
): Promise<{ people: Person[]; rooms: number[] }> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const declared = { name: `bench ${at}`, machine: 'bench', client_type: 'bench', agent_type: 'bench' };
    const { participant_id: id, participant_token: token } = await ask(
      connection,
      'POST',
      '/register',
      null,
      declared,
    );
    people.push({ id, token });
  }
  const rooms: number[] = [];
  const [founder] = people;
  for (let at = 0; at < chats; at += 1) {
    const body = { participant_id: founder?.id, name: `bench ${founder?.id}-${at}` };
    rooms.push((await ask(connection, 'POST', '/chats', founder?.token ?? null, body)).chat_id);
  }
  for (const { id, token } of people)
    for (const room of rooms)
      await ask(connection, 'POST', `/chats/${room}/follow`, token, { participant_id: id });
  return { people, rooms };
}

type Figures = { readonly rate: number; readonly p50: number; readonly p99: number; readonly worst: number };

function figures(times: number[], elapsed: number): Figures {
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: (times.length / elapsed) * 1000, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

/** Repeats work on several connections for some seconds. */
async function drive(
  base: URL,
  connections: number,
  seconds: number,
  work: (connection: Connection, lane: number) => Promise<unknown>,
): Promise<Figures> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      const connection = await Connection.open(base);
      for (let from = performance.now(); from < end; from = performance.now()) {
        await work(connection, lane);
        times.push(performance.now() - from);
      }
      connection.close();
    }),
  );
  return figures(times, performance.now() - start);
}

function tell(what: string, { rate, p50, p99, worst }: Figures): void {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  console.log(
    `${what.padEnd(44)} ${rate.toFixed(0).padStart(7)}/s  p50 ${ms(p50)}  p99 ${ms(p99)}  worst ${ms(worst)}`,
  );
}

/** Who takes part, and when it began. */
type Scene = {
  readonly people: readonly Person[];
  readonly rooms: readonly number[];
  readonly since: string;
};

async function measureReads(base: URL, scene: Scene, most: number, label: string): Promise<void> {
  const { rooms, since } = scene;
  const reader = scene.people.at(-1) as Person;
  const get = (path: string) => (connection: Connection) => ask(connection, 'GET', path, reader.token);
  const seconds = Math.min(most, 5);
  const id = reader.id;
  tell(
    `inbox of 50, ${label}`,
    await drive(base, 1, seconds, get(`/messages?participant_id=${id}&limit=50`)),
  );
  tell(`one chat's 50, ${label}`, await drive(base, 1, seconds, get(`/chats/${rooms[0]}/messages?limit=50`)));
  const list = `/chats?participant_id=${id}&since=${since}&limit=50`;
  tell(`chat list with unread counts, ${label}`, await drive(base, 1, seconds, get(list)));
  const mentions = `/messages?participant_id=${id}&only_mentions=true&limit=50`;
  tell(`mentions, ${label}`, await drive(base, 1, seconds, get(mentions)));
}

function sender({ people, rooms }: Scene) {
  return (connection: Connection, lane: number) => {
    const { id, token } = people[lane % people.length] as Person;
    const body = { sender_id: id, text: 'x'.repeat(200) };
    return ask(connection, 'POST', `/chats/${rooms[lane % rooms.length]}/messages`, token, body);
  };
}

/** Measures sends and reads on what is there, and gives who took part. */
async function measure(base: URL, own: Own | null, options: Options): Promise<Scene> {
  const { connections, seconds } = options;
  const setup = await Connection.open(base);
  const scene = {
    ...(await enter(setup, connections, options.chats)),
    since: new Date().toISOString(),
  };
  setup.close();
  const send = sender(scene);
  await drive(base, connections, 1, send);
  tell('sends, 1 connection', await drive(base, 1, Math.min(seconds, 5), send));
  const before = own === null ? null : usageOf(own);
  const many = await drive(base, connections, seconds, send);
  tell(`sends, ${connections} connections`, many);
  const after = own === null ? null : usageOf(own);
  if (before !== null && after !== null)
    line(
      'processor time of the hub for one send',
      `${(((after.seconds - before.seconds) * 1e6) / (many.rate * seconds)).toFixed(0)} us`,
    );
  await measureReads(base, scene, seconds, 'short history');
  return scene;
}

function line(what: string, value: string): void {
  console.log(`${what.padEnd(44)} ${value.padStart(10)}`);
}

function tellMemory(own: Own, label: string): void {
  line(`most memory of the hub, ${label}`, `${(usageOf(own)?.megabytes ?? 0).toFixed(0)} MB`);
}

async function withHub<T>(database: Database, work: (own: Own) => Promise<T>): Promise<T> {
  const own = await startOwn(database);
  try {
    return await work(own);
  } finally {
    await stopOwn(own);
  }
}

/** Measures a hub of our own, with a short history and with a long one. */
async function measureOwn(database: Database, options: Options): Promise<void> {
  const { connections, seconds, history } = options;
  const scene = await withHub(database, async own => {
    const found = await measure(own.base, own, options);
    tellMemory(own, 'short history');
    return found;
  });
  if (history === 0) return;
  await database.fill(scene.rooms, scene.people[0]?.id ?? 1, Math.ceil(history / scene.rooms.length));
  const label = `${history} messages`;
  await withHub(database, async own => {
    await measureReads(own.base, scene, seconds, label);
    tell(
      `sends, ${connections} connections, ${label}`,
      await drive(own.base, connections, seconds, sender(scene)),
    );
    tellMemory(own, label);
  });
}

async function run(options: Options): Promise<void> {
  const { target } = options;
  if (target.kind === 'server') {
    await measure(target.base, null, options);
    return;
  }
  const database = target.kind === 'file' ? fileDatabase() : await postgresDatabase(target.database);
  try {
    await measureOwn(database, options);
  } finally {
    await database.drop();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else await run(options);
} catch (error) {
  console.error(
    `bench:hub: ${error instanceof Error ? error.message : String(error)} (--help shows what there is)`,
  );
  process.exitCode = 2;
}
