import { HUB_BOUNDS } from '../bounds.ts';
import type { Hub } from '../hub.ts';
import { Overloaded, Refusal } from '../refusal.ts';
import { StorageFailure } from '../store/failure.ts';
import { type Draft, type Message, sendMessages } from './message.ts';

type Waiting = {
  readonly draft: Draft;
  readonly done: (message: Message) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Messages that wait for their turn to be written, as one write: what a store does at once for many costs each of them
 * little.
 */
export class SendQueue {
  readonly #hub: Pick<Hub, 'store' | 'stamps' | 'presence'>;
  #waiting: Waiting[] = [];

  constructor(hub: Pick<Hub, 'store' | 'stamps' | 'presence'>) {
    this.#hub = hub;
  }

  /** Stores a message together with those that wait at the same time, or throws why not. */
  send(draft: Draft): Promise<Message> {
    return new Promise((done, failed) => {
      if (this.#waiting.length === 0 || this.#waiting.length >= HUB_BOUNDS.commitJobs) {
        this.#waiting = [];
        void this.#write(this.#waiting);
      }
      this.#waiting.push({ draft, done, failed });
    });
  }

  /** Writes a group; who comes before its turn has come still joins it. */
  async #write(group: Waiting[]): Promise<void> {
    const closed = () => {
      if (this.#waiting === group) this.#waiting = [];
      return group.map(({ draft }) => draft);
    };
    try {
      const sent = await this.#hub.store.write(tx => sendMessages(this.#hub, tx, closed()));
      for (const [at, { done, failed }] of group.entries()) {
        const one = sent[at] as Message | Refusal;
        if (one instanceof Refusal) failed(one);
        else done(one);
      }
    } catch (error) {
      closed();
      const ours = !(error instanceof StorageFailure || error instanceof Overloaded);
      for (const one of group) {
        // One of them may be at fault, and the others must not share its fate
        if (ours && group.length > 1) void this.#write([one]);
        else one.failed(error);
      }
    }
  }
}
