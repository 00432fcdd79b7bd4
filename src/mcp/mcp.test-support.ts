import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { FENCE } from './answer.ts';
import { chatSet, openHub } from './chat/chat-set.ts';
import { serverFactory } from './server.ts';
import type { Toolset } from './toolset.ts';

/** The checkout. */
export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/** What a tool gave, read as JSON. */
export type Result = Record<string, unknown>;

/** The keys of two conversations. */
export const ALICE = 'conversation-alice-0001';
export const BOB = 'conversation-bob-0002';

/** A machine with its own `user_config.json`, and an MCP server on it that a client of this process is connected to. */
export class Machine {
  readonly folder: string;
  readonly config: string;
  readonly client: Client;
  /** All texts that the tools gave. */
  readonly texts: string[] = [];
  readonly #end: AbortController;

  private constructor(folder: string, client: Client, end: AbortController) {
    this.folder = folder;
    this.config = join(folder, 'user_config.json');
    this.client = client;
    this.#end = end;
  }

  static async open(hubUrl: string, folder: string = temporary()): Promise<Machine> {
    const end = new AbortController();
    const env = { AIM_SERVER_URL: hubUrl, AIM_USER_CONFIG: join(folder, 'user_config.json') };
    const opened = await openHub(env, end.signal);
    if ('fault' in opened) throw new Error(opened.fault);
    return new Machine(folder, await connected([chatSet(opened.hub)]), end);
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.client.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Calls a tool and gives what it said, without the fence. */
  async call(name: string, args: Record<string, unknown>): Promise<Result> {
    const text = await textOf(this.client, name, args);
    this.texts.push(text);
    const { [FENCE.begin]: _begin, [FENCE.end]: _end, ...body } = JSON.parse(text);
    return body;
  }

  register(key: string, name: string): Promise<Result> {
    return this.call('aim_register', {
      client_session_key: key,
      name,
      client_type: 'code',
      agent_type: 'test',
    });
  }

  /** What the file holds. */
  file(): { identities: Record<string, Record<string, unknown>> } {
    return JSON.parse(readFileSync(this.config, 'utf8'));
  }

  mode(): number {
    return statSync(this.config).mode & 0o777;
  }
}

/** The text that a tool gave; one that failed as a call is thrown. */
export async function textOf(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { type: string; text: string }[];
  if (result.isError === true || content === undefined) throw new Error(content?.text ?? 'no content');
  return content.text;
}

/** A client that is connected to some sets in this process. */
export async function connected(sets: readonly Toolset[]): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await serverFactory(sets)().connect(ours);
  await client.connect(theirs);
  return client;
}

/** A client of the program itself, on its standard input and output. */
export async function started(
  args: readonly string[],
  env: Record<string, string>,
  mode: 'legacy' | 'auto' = 'auto',
): Promise<{ client: Client; transport: StdioClientTransport }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'bin/aim-mcp.js'), ...args],
    env,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { client, transport };
}

/** Messages of an answer, oldest first, as their ids. */
export function idsOf(result: Result): number[] {
  return (result.messages as { id: number }[]).map(one => one.id).reverse();
}

export function temporary(): string {
  return mkdtempSync(join(tmpdir(), 'aimf-mcp-'));
}
