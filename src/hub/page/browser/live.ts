/** Milliseconds between two looks while the stream of events is open, for what it does not tell: new chats and presence. */
const LIVE_POLL = 15_000;

/** Milliseconds between two looks while the tab is hidden. */
const HIDDEN_POLL = 30_000;

/** Milliseconds after which a stream that was refused is asked for again. */
const STREAM_RETRY = 30_000;

/** Milliseconds in which several events make one look. */
const GATHER = 40;

/** What decides how the page watches. */
export type Watch = {
  readonly look: () => Promise<void>;
  readonly pollSeconds: () => number;
  /** Whether it goes on while the tab is hidden. */
  readonly background: () => boolean;
  readonly onStream: (open: boolean) => void;
};

/** Watches the hub: by its stream of events, and by looking again and again where there is none. */
export class Live {
  readonly #watch: Watch;
  #stream: EventSource | null = null;
  #timer: number | undefined;
  #retry: number | undefined;
  #gather: number | undefined;
  #looking: Promise<void> | null = null;
  #again = false;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  start(): void {
    document.addEventListener('visibilitychange', () => this.adjust());
    window.addEventListener('online', () => void this.look());
    this.adjust();
  }

  /** Watches as the settings and the tab now ask for. */
  adjust(): void {
    window.clearTimeout(this.#timer);
    const resting = document.hidden && !this.#watch.background();
    if (resting) this.#close();
    else this.#open();
    if (document.hidden) this.#schedule();
    else void this.look();
  }

  /** Looks at the hub at once; what asks meanwhile makes one more look. */
  look(): Promise<void> {
    this.#again = true;
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = null;
      this.#schedule();
    });
    return this.#looking;
  }

  async #lookAll(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      await this.#watch.look();
    }
  }

  #schedule(): void {
    window.clearTimeout(this.#timer);
    if (document.hidden && !this.#watch.background()) return;
    const usual = this.#watch.pollSeconds() * 1000;
    const live = this.#stream?.readyState === EventSource.OPEN;
    const wait = document.hidden ? HIDDEN_POLL : live ? Math.max(LIVE_POLL, usual) : usual;
    this.#timer = window.setTimeout(() => void this.look(), wait);
  }

  #open(): void {
    if (this.#stream !== null) return;
    const stream = new EventSource('events');
    this.#stream = stream;
    stream.addEventListener('open', () => this.#watch.onStream(true));
    stream.addEventListener('message', () => {
      this.#gather ??= window.setTimeout(() => {
        this.#gather = undefined;
        void this.look();
      }, GATHER);
    });
    stream.addEventListener('error', () => {
      this.#watch.onStream(false);
      void this.look();
      // The browser itself comes back to a stream that broke, but not to one that was refused
      if (stream.readyState !== EventSource.CLOSED) return;
      this.#close();
      window.clearTimeout(this.#retry);
      this.#retry = window.setTimeout(() => this.adjust(), STREAM_RETRY);
    });
  }

  #close(): void {
    this.#stream?.close();
    this.#stream = null;
    this.#watch.onStream(false);
  }
}
