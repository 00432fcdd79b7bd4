import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/aimf.js', import.meta.url));
const WRITERS = 16;

/** What the clients of one run know to be stored: the text of each acknowledged message by its id. */
export type Acknowledged = Map<number, string>;

/** Small numbers that look random and follow from a seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A hub in a process of its own that is killed at random moments while clients write to it. */
export class DoomedHub {
  readonly acknowledged: Acknowledged = new Map();
  readonly #env: Record<string, string>;
  #url = '';
  #token = '';
  #id = 0;
  #chat = 0;
  #sent = 0;

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  /** Starts the hub, lets the clients write for so long, and ends it. Gives its exit code; null where it was killed. */
  async round(ms: number, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<number | null> {
    const child = await this.#start();
    const ended = once(child, 'exit');
    await this.#enter();
    const writers = Array.from({ length: WRITERS }, () => this.#write());
    setTimeout(() => child.kill(signal), ms);
    await Promise.all(writers);
    const [code] = await ended;
    return code;
  }

  async #start(): Promise<ChildProcess> {
    const port = await freePort();
    this.#url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [BIN, 'hub'], {
      env: { ...this.#env, AIM_HOST: '127.0.0.1', AIM_ALLOW_LOOPBACK: '1', AIM_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    for await (const chunk of child.stderr ?? []) {
      said += chunk;
      if (said.includes('answers at')) return child;
    }
    throw new Error(`the hub did not start: ${said}`);
  }

  /** Resumes the one identity, and founds the one chat in the first round. */
  async #enter(): Promise<void> {
    const me = await this.#post('/register', {
      ...{ name: 'writer', machine: 'm', client_type: 'test', agent_type: 'test' },
      client_session_key: 'the one writer',
    });
    [this.#id, this.#token] = [Number(me?.participant_id), String(me?.participant_token)];
    if (this.#chat !== 0) return;
    this.#chat = Number((await this.#post('/chats', { participant_id: this.#id, name: 'doomed' }))?.chat_id);
  }

  /** Writes until the hub is gone, and notes what was acknowledged. */
  async #write(): Promise<void> {
    while (true) {
      this.#sent += 1;
      const text = `message ${this.#sent}`;
      const answer = await this.#post(`/chats/${this.#chat}/messages`, { sender_id: this.#id, text });
      if (answer === null) return;
      this.acknowledged.set(Number(answer.id), text);
    }
  }

  async #post(path: string, body: object): Promise<Record<string, unknown> | null> {
    try {
      const answer = await fetch(this.#url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-aim-token': this.#token },
      });
      const got = (await answer.json()) as Record<string, unknown>;
      if (answer.status !== 201) throw new Error(`unexpected: ${JSON.stringify(got)}`);
      return got;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('unexpected')) throw error;
      return null;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
