import { byId, choose, chosen } from './elements.ts';
import { isMail, looksLikeMail, type Source, shownText, writtenSource } from './source.ts';

/** Characters of a message that the box shows: a longer one would make every key press slow. */
const SHOWN = 200_000;

/** What the box holds, for people. */
export type Origin = 'example' | 'file' | 'vector' | 'written';

const ORIGINS: Readonly<Record<Origin, string>> = {
  example: 'An example that passes; paste over it.',
  file: 'Judged as its exact bytes until you edit it.',
  vector: 'Judged as its exact bytes until you edit it.',
  written: '',
};

/** The box with the message. What is in it is judged; a file or a vector is judged as its bytes until somebody edits it. */
export class MessageBox {
  readonly #box = byId('message', HTMLTextAreaElement);
  readonly #onChange: () => void;
  #source: Source = writtenSource('', false);
  #origin: Origin = 'written';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#box.addEventListener('input', () => this.#edited());
    this.#box.addEventListener('paste', event => this.#pasted(event));
    this.#selectWhole();
  }

  /** The message as it is to be judged. */
  get source(): Source {
    return this.#source;
  }

  /** Whether nothing was written yet; an empty file is a message, and a bad one. */
  get isEmpty(): boolean {
    return this.#origin === 'written' && this.#source.bytes.length === 0;
  }

  /** Puts a message into the box; a long one is shown in part, and cannot be edited. */
  put(source: Source, origin: Origin): void {
    const { text, whole } = shownText(source, SHOWN);
    this.#source = source;
    this.#origin = origin;
    this.#box.value = text;
    this.#box.readOnly = !whole;
    choose('form', isMail(source) ? 'mail' : 'text');
    this.#tell();
  }

  /** Reads what stands in the box as the other form. */
  readAs(form: string): void {
    if (this.#box.readOnly) {
      this.#source = { ...this.#source, name: form === 'mail' ? 'message.eml' : '-' };
    } else {
      this.#source = { ...writtenSource(this.#box.value, form === 'mail'), beside: this.#source.beside };
    }
    this.#origin = 'written';
    this.#tell();
  }

  /** Selects a place of the text, where the box holds that text itself; gives whether it does. */
  select(line: number, column: number): boolean {
    if (isMail(this.#source) || this.#box.readOnly) return false;
    const lines = this.#box.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const from = Math.min(column - 1, (lines[line - 1] ?? '').length);
    this.#box.focus();
    this.#box.setSelectionRange(start + from, start + (lines[line - 1] ?? '').length);
    // The line in the middle of the box, as far as it can be told
    this.#box.scrollTop = (this.#box.scrollHeight / lines.length) * (line - 1) - this.#box.clientHeight / 2;
    return true;
  }

  focus(): void {
    this.#box.focus();
  }

  #edited(): void {
    const text = this.#box.value;
    if (this.#origin !== 'written' || text === '') choose('form', looksLikeMail(text) ? 'mail' : 'text');
    this.#written(text);
  }

  /** A text that is too long for the box is kept beside it, so that a huge paste answers at once. */
  #pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const mail = looksLikeMail(text);
    if (text.length > SHOWN) {
      event.preventDefault();
      this.put(writtenSource(text, mail), 'written');
      this.#onChange();
    } else if (this.#box.selectionEnd - this.#box.selectionStart === this.#box.value.length) {
      // What is pasted over everything says itself what it is
      choose('form', mail ? 'mail' : 'text');
      this.#origin = 'written';
    }
  }

  #written(text: string): void {
    this.#source = writtenSource(text, chosen('form') === 'mail');
    this.#origin = 'written';
    this.#tell();
    this.#onChange();
  }

  #tell(): void {
    const { name, bytes, beside } = this.#source;
    const cut = this.#box.readOnly
      ? 'Too long to edit here: the box shows its beginning, all of it is judged.'
      : '';
    const file = this.#origin === 'file' || this.#origin === 'vector' ? `${name}, ` : '';
    const files =
      beside.size === 0 || this.#origin === 'vector' ? '' : `, beside it ${[...beside.keys()].join(', ')}`;
    const size = `${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
    byId('source', HTMLElement).textContent =
      `${file}${size}${files}. ${cut === '' ? ORIGINS[this.#origin] : cut}`.trim();
  }

  /** Going to the box selects the example, so that a paste replaces it. */
  #selectWhole(): void {
    let came = false;
    this.#box.addEventListener('focus', () => {
      came = true;
      if (this.#origin === 'example') this.#box.select();
    });
    // A click sets the caret after the focus
    this.#box.addEventListener('pointerup', () => {
      if (came && this.#origin === 'example' && this.#box.selectionStart === this.#box.selectionEnd)
        this.#box.select();
      came = false;
    });
  }
}
