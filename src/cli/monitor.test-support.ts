import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Run, run, type World } from './fake-io.test-support.ts';

/** The moment of the tests' runs, unless one says another. */
export const NOON = '2026-11-30T17:00:00Z';

/** A receiver's folder with a registry, a drop folder of scott's and an `aimf.yml`: for tests only. */
export class Desk {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'aimf-monitor-'));
  env: NodeJS.ProcessEnv = {};

  constructor(settings: readonly string[] = []) {
    mkdirSync(join(this.folder, 'drop'));
    this.agreement();
    this.configure(settings);
  }

  /** Writes the private file: the usual one, with more lines. */
  configure(settings: readonly string[] = []): void {
    const has = (name: string) => settings.some(line => line.startsWith(`${name}:`));
    this.write(
      'aimf.yml',
      [
        'owner: {name: andrew, addresses: [andrew@example.net], time_zone: America/New_York}',
        'parties: [{party: scott, agreement: AGR-2026-001, identities: [scott@example.com]}]',
        ...(has('transports') ? [] : ['transports: [{kind: folder, path: drop, party: scott}]']),
        ...(has('report') ? [] : ['report: {folder: reports, jsonl: reports.jsonl}']),
        ...settings,
        '',
      ].join('\n'),
    );
  }

  /** Writes the agreement, with some of its lines otherwise or added. */
  agreement(lines: Readonly<Record<string, string>> = {}): void {
    const terms = {
      ...{ agreement: 'AGR-2026-001', version: '1', status: 'active', parties: '[andrew, scott]' },
      ...{ purpose: 'Schedules', level: '2', allowed_types: '[NOTE, FILE_DROP, STATUS, QUESTION, REQUEST]' },
      ...{ allowed_actions: '[summarize]', transport: '[folder, email]', expires: '2027-06-30' },
      update_watch: '{andrew: monitor, scott: daily}',
      ...lines,
    };
    const text = Object.entries(terms).map(([name, value]) => `${name}: ${value}\n`);
    this.write('registry/agreements/AGR-2026-001.yml', text.join(''));
  }

  write(path: string, text: string): string {
    const whole = join(this.folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  }

  /** Drops a message of scott's (or another's); it has lain there long enough to be taken. */
  drop(
    id: string,
    type: string,
    fields: string,
    more: { body?: string; from?: string; reply?: string } = {},
  ): void {
    const { body = '', from = 'scott@example.com', reply = 'main-chat' } = more;
    const text = [
      ...['format: AIMF/1', `id: ${id}`, `from: ${from}`, `type: ${type}`, 'sent: 2026-11-30T12:00:00Z'],
      ...[`reply_to: ${reply}`, 'agreement: AGR-2026-001', '', fields, '', body, ''],
    ].join('\n');
    this.dropFile(`${id}.md`, text);
  }

  dropFile(name: string, text: string): void {
    const path = this.write(`drop/${name}`, text);
    // With a part of a millisecond, as real file systems keep it
    const past = Date.parse('2026-11-30T13:00:00Z') / 1000 + 0.0005;
    utimesSync(path, past, past);
  }

  /** `aimf monitor …` in this folder, at a moment. */
  monitor(words: readonly string[], world: World = {}): Promise<Run> {
    const [command = '', ...rest] = words;
    const args = ['monitor', command, '--config', join(this.folder, 'aimf.yml'), ...rest];
    return run(args, { now: NOON, ...world, env: { ...this.env, ...world.env } });
  }

  /** `aimf monitor once --json`, read. */
  async once(...words: readonly string[]): Promise<Once> {
    const { code, out, err } = await this.monitor(['once', '--json', ...words]);
    return { code, err, ...(out === '' ? EMPTY : (JSON.parse(out) as typeof EMPTY)) };
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** The lines of the file with one result a line. */
  lines(): readonly Readonly<Record<string, unknown>>[] {
    if (!existsSync(join(this.folder, 'reports.jsonl'))) return [];
    return this.read('reports.jsonl')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
  }

  reports(): readonly string[] {
    const folder = join(this.folder, 'reports');
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  }
}

type Words = Readonly<Record<string, unknown>>;
const EMPTY = {
  results: [] as readonly (Words & { readonly key: string; readonly file: string })[],
  duties: [] as readonly (Words & { readonly code: string })[],
  wires: [] as readonly Words[],
};
type Once = typeof EMPTY & { readonly code: number; readonly err: string };

/** A request that a test's server got. */
export type Got = {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: string;
};

/** A server of HTTP on loopback that keeps what it got, and answers as it is told. */
export async function startHttp(answer: (got: Got) => { status?: number; body?: string }) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: String(request.headers['idempotency-key'] ?? ''),
      body: await bodyOf(request),
    };
    got.push(one);
    const { status = 200, body = '' } = answer(one);
    response.writeHead(status).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise(resolve => server.close(resolve));
  return { url, got, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
