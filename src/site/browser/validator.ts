import { type Check, check } from './check.ts';
import { announce, copyField, murmur } from './copy.ts';
import { byId, chosen } from './elements.ts';
import { agreementTemplate, exampleAt } from './example.ts';
import { arrange, readMoment, readWish, writeMoment, writeWish } from './form.ts';
import { MessageBox, type Origin } from './message-box.ts';
import type { PageData } from './page-data.ts';
import { recordsIn, recordsText } from './records.ts';
import { headline, show, showCheck, showNothing } from './result-view.ts';
import { fragmentOf, MOST_SHARED, readFragment } from './share.ts';
import { sideOf, WRITTEN } from './side.ts';
import { fileSource, type Source, writtenSource } from './source.ts';
import { VectorList } from './vector-list.ts';

/** How long a writer rests before what is written is judged, in milliseconds. */
const REST = 400;
/** Bytes of a message that is judged while it is being written. */
const LIVE = 1_000_000;

/** The private file that a receiving side may start from. */
const RECEIVER = `owner:
  name: andrew
  addresses: [andrew@example.net]
  time_zone: UTC
parties:
  - party: example
    identities: [bot@example.com]
`;

/** The page: a message, a receiving side, and what the one makes of the other. `now` gives milliseconds since the epoch. */
export class Validator {
  readonly #data: PageData;
  readonly #now: () => number;
  readonly #box: MessageBox;
  readonly #vectors: VectorList | null;
  #before: readonly Source[] = [];
  /** Which check is the newest: an older one that ends later is not shown. */
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(data: PageData, now: () => number) {
    this.#data = data;
    this.#now = now;
    this.#box = new MessageBox(() => {
      this.#before = [];
      this.#later();
    });
    this.#vectors = data.vectors === null ? null : new VectorList(data.vectors);
  }

  /** Fills the page and takes it into use: with what the link carries, else with an example that passes. */
  async start(): Promise<void> {
    this.#fill();
    this.#listen();
    byId('form', HTMLFormElement).hidden = false;
    if (!(await this.#openFragment())) await this.#check(false);
  }

  #fill(): void {
    const example = exampleAt(this.#now(), this.#data.records);
    byId('written', HTMLTextAreaElement).value = example.agreement ?? agreementTemplate(this.#now());
    byId('receiver', HTMLTextAreaElement).value = RECEIVER;
    byId('records', HTMLTextAreaElement).value = recordsText(this.#data.records);
    if (example.agreement !== null) byId('agreement', HTMLSelectElement).value = WRITTEN;
    this.#put(writtenSource(example.message, false), 'example');
    arrange();
  }

  #listen(): void {
    on('form', 'submit', event => {
      event.preventDefault();
      void this.#check(true);
    });
    on('form', 'change', event => this.#changed(event.target));
    for (const id of ['written', 'receiver', 'records', 'secrets', 'identity'])
      on(id, 'input', () => this.#later());
    on('clear', 'click', () => this.#clear());
    on('file', 'change', () => void this.#takeFiles([...(byId('file', HTMLInputElement).files ?? [])]));
    on('findings', 'click', event => this.#goToLine(event));
    on('copy-text', 'click', () => void copyField(byId('report-text', HTMLTextAreaElement), 'Report'));
    on('copy-json', 'click', () => void copyField(byId('report-json', HTMLTextAreaElement), 'JSON report'));
    on('share', 'click', () => void this.#makeLink());
    on('copy-link', 'click', () => void copyField(byId('link', HTMLInputElement), 'Link'));
    if (this.#vectors !== null) this.#listenToVectors();
    addEventListener('hashchange', () => void this.#openFragment());
    addEventListener('dragover', event => event.preventDefault());
    addEventListener('drop', event => {
      event.preventDefault();
      void this.#takeFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }

  #listenToVectors(): void {
    const name = byId('vector', HTMLInputElement);
    on('vector', 'focus', () => void this.#vectors?.offer());
    on('vector', 'keydown', event => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Enter') return;
      event.preventDefault();
      void this.#loadVector(name.value);
    });
    on('load', 'click', () => void this.#loadVector(name.value));
  }

  #changed(target: EventTarget | null): void {
    if (target instanceof HTMLInputElement && ['vector', 'file', 'link'].includes(target.id)) return;
    if (target instanceof HTMLInputElement && target.name === 'form') this.#box.readAs(target.value);
    if (target instanceof HTMLInputElement && target.id === 'then')
      writeMoment(Date.parse(`${target.value}Z`) || this.#now());
    else if (chosen('moment') === 'then' && readMoment() === null)
      writeMoment(Math.floor(this.#now() / 1000) * 1000);
    arrange();
    this.#later();
  }

  #put(source: Source, origin: Origin, before: readonly Source[] = []): void {
    this.#box.put(source, origin);
    this.#before = before;
    show('vector-why', []);
  }

  #clear(): void {
    this.#put(writtenSource('', false), 'written');
    arrange();
    void this.#check(false);
    this.#box.focus();
  }

  async #takeFiles(files: readonly File[]): Promise<void> {
    const source = await fileSource(files).catch(() => null);
    byId('file', HTMLInputElement).value = '';
    if (source === null) return announce('Nothing could be read: drop a file, not a folder.');
    this.#put(source, 'file');
    arrange();
    await this.#check(false);
  }

  async #loadVector(name: string): Promise<void> {
    const loaded = await this.#vectors?.load(name);
    if (loaded == null) return announce(`There is no test vector called "${name}".`);
    byId('vector', HTMLInputElement).value = loaded.vector.name;
    this.#put(loaded.source, 'vector', loaded.before);
    const after = loaded.before.map(one => one.name).join(', ');
    show('vector-why', [`${loaded.vector.why}.${after === '' ? '' : ` It comes after ${after}.`}`]);
    writeWish(loaded.wish);
    writeMoment(loaded.moment);
    await this.#check(false);
  }

  async #openFragment(): Promise<boolean> {
    const vector = /^#vector=(.*)$/.exec(location.hash)?.[1];
    if (vector !== undefined && this.#vectors !== null) {
      await this.#loadVector(decoded(vector));
      return true;
    }
    const shared = await readFragment(location.hash);
    if (shared === null) return false;
    if ('error' in shared) {
      this.#turn++;
      showNothing('The link cannot be read', `${shared.error}.`);
      return true;
    }
    this.#put(shared.source, 'file');
    writeWish(shared.wish);
    writeMoment(shared.moment);
    await this.#check(false);
    return true;
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (this.#box.source.bytes.length > LIVE) {
      void this.#check(false);
      return;
    }
    this.#timer = setTimeout(() => {
      void this.#check(false).then(result => {
        if (result !== null) murmur(headline(result.result));
      });
    }, REST);
  }

  /** Checks what stands there now. Only a check that somebody asked for moves the focus and lights up the gates. */
  async #check(asked: boolean): Promise<Check | null> {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    byId('link-part', HTMLElement).hidden = true;
    const result = await this.#judged(turn, asked);
    if (asked && turn === this.#turn) byId('verdict', HTMLElement).focus();
    return turn === this.#turn ? result : null;
  }

  async #judged(turn: number, asked: boolean): Promise<Check | null> {
    const { source } = this.#box;
    const wish = readWish();
    const read = sideOf(wish, this.#data.records, recordsIn);
    show('side-faults', 'faults' in read ? read.faults : []);
    if (this.#box.isEmpty) {
      showNothing('Nothing to check yet', 'Paste a message, drop a file, or load a test vector.');
      return null;
    }
    if ('faults' in read) {
      const what = wish.kind === 'judge' ? 'private file' : 'agreement';
      showNothing(`The ${what} is not in order`, read.faults.join('; '));
      return null;
    }
    const done = await check(source, read.side, readMoment() ?? this.#now(), this.#before);
    if (turn === this.#turn) showCheck(done, this.#data.codes, asked);
    return done;
  }

  #goToLine(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-line]') : null;
    if (link === null) return;
    if (this.#box.select(Number(link.dataset.line), Number(link.dataset.column))) event.preventDefault();
  }

  async #makeLink(): Promise<void> {
    const { source } = this.#box;
    const files = [...source.beside.values()].reduce((sum, one) => sum + one.length, 0);
    if (source.bytes.length + files > MOST_SHARED) return announce('The message is too large for a link.');
    const wish = readWish();
    const fragment = await fragmentOf({ source, wish, moment: readMoment() });
    const field = byId('link', HTMLInputElement);
    field.value = `${location.href.split('#')[0]}${fragment}`;
    byId('link-part', HTMLElement).hidden = false;
    const side = wish.kind === 'judge' ? ' and the receiving side’s file without its secrets' : '';
    byId('link-note', HTMLElement).textContent =
      `${field.value.length} characters. The link itself contains the text of the message${side}: whoever has it can read them. No server gets to see that part of it.`;
    field.focus();
    field.select();
    announce('The link is ready.');
  }
}

function on(id: string, event: string, handler: (event: Event) => void): void {
  byId(id, HTMLElement).addEventListener(event, handler);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
