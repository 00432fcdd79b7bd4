import { connect, type Socket } from 'node:net';

/** What one request gave. */
export type Answer = { readonly status: number; readonly body: string };

/**
 * One kept-alive HTTP/1.1 connection that sends one request at a time. It does no more than the measurement needs, since
 * the machine that measures is also the machine that is measured.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = Buffer.alloc(0);
  #done: ((answer: Answer) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', chunk => this.#take(chunk));
    const lost = (error?: Error) => this.#failed?.(error ?? new Error('the connection was closed'));
    socket.on('error', lost);
    socket.on('close', () => lost());
  }

  static async open(base: URL): Promise<Connection> {
    const socket = connect(Number(base.port || 80), base.hostname.replaceAll(/[[\]]/g, ''));
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket, base.host);
  }

  request(method: string, path: string, token: string | null, body?: object): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      ...(token === null ? [] : [`x-aim-token: ${token}`]),
      ...(body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
    ];
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
    });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.toString('utf8', end + 4, end + 4 + length);
    this.#received = this.#received.subarray(end + 4 + length);
    this.#failed = null;
    this.#done?.({ status: Number(head.slice(9, 12)), body });
  }
}
