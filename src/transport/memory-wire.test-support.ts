import {
  type Arrival,
  type Content,
  type PollRequest,
  type Wire,
  WireError,
  type WireEvent,
} from './wire.ts';

/** A chat kept in memory: the twin of the wires, for tests of what reads them. */
export class MemoryWire implements Wire {
  readonly kind = 'chat';
  readonly name: string;
  /** Where the next poll fails, counted in arrivals; null: nowhere. */
  failsAfter: number | null = null;
  private readonly messages: { readonly content: Content; readonly arrived: number }[] = [];

  constructor(name = 'a chat') {
    this.name = name;
  }

  put(content: Content, arrived: number): void {
    this.messages.push({ content, arrived });
  }

  /** A text that an account of the chat wrote. */
  say(text: string, account: string, arrived: number): void {
    const sender = { status: 'proven', identity: account, by: 'account', findings: [] } as const;
    const bytes = new TextEncoder().encode(text);
    this.put({ form: 'text', transport: 'chat', bytes, sender, files: [] }, arrived);
  }

  async *poll({ from, since, isSeen }: PollRequest): AsyncGenerator<WireEvent, void> {
    const start = from === null ? 0 : Number(from);
    const end = this.messages.length;
    let given = 0;
    if (from === null && since === 'now') {
      yield { event: 'note', note: { code: 'baseline', args: { count: end } } };
      yield { event: 'reached', watermark: String(end) };
      return;
    }
    if (start < end) yield { event: 'expected', count: end - start };
    for (const [at, { content, arrived }] of this.messages.entries()) {
      const isOld = typeof since === 'number' && from === null && arrived < since;
      if (at < start || isOld || isSeen(String(at))) continue;
      if (given++ === this.failsAfter) throw new WireError('The chat has gone');
      yield { event: 'arrival', arrival: this.arrival(at, content, arrived) };
    }
    if (this.failsAfter === given) throw new WireError('The chat has gone');
    yield { event: 'reached', watermark: String(end) };
  }

  private arrival(at: number, content: Content, arrived: number): Arrival {
    const watermark = String(at + 1);
    return { transportId: String(at), label: `line ${at + 1}`, arrived, again: false, content, watermark };
  }
}
