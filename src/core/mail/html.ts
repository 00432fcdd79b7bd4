import { Parser } from 'htmlparser2';
import { BOUNDS } from '../finding/bounds.ts';

/** Elements whose content no mail program shows as text. */
const UNSEEN: ReadonlySet<string> = new Set([
  'head',
  'script',
  'style',
  'title',
  'template',
  'noembed',
  'noframes',
]);
/** Elements that start a line and end one. */
const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Characters handed to the parser at a time, so that it can be stopped. */
const CHUNK = 16_384;

/**
 * The text that HTML shows, by lines: blocks and `br` end one, white space is folded outside `pre`, hidden elements are
 * left out, and lines of a `blockquote` begin with ">". Reads no further than its depth allows. Specification section 2.3.
 */
export function htmlLines(html: string): string[] {
  const page = new Page();
  const parser = new Parser(page);
  for (let at = 0; at < html.length && page.depth <= BOUNDS.htmlDepth; at += CHUNK)
    parser.write(html.slice(at, at + CHUNK));
  parser.end();
  page.breakLine(false);
  return page.lines;
}

type Element = { readonly name: string; readonly unseen: boolean };

class Page {
  readonly lines: string[] = [];
  readonly #open: Element[] = [];
  #unseen = 0;
  #pre = 0;
  #quotes = 0;
  /** The line being built, in pieces: to look at the end of a growing string costs its length each time. */
  #pieces: string[] = [];
  #blankLast = true;

  get depth(): number {
    return this.#open.length;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    // A head without an end tag ends where the body begins
    if (name === 'body') this.#leaveHead();
    const unseen = UNSEEN.has(name) || isHidden(attributes);
    this.#open.push({ name, unseen });
    if (unseen) this.#unseen++;
    if (this.#unseen > 0) return;
    if (BLOCKS.has(name)) this.breakLine(false);
    if (name === 'pre') this.#pre++;
    else if (name === 'blockquote') this.#quotes++;
    else if (name === 'br') this.breakLine(true);
    else if (name === 'td' || name === 'th') this.#blank();
  }

  onclosetag(name: string): void {
    const element = this.#open.pop();
    if (this.#unseen > 0) {
      if (element?.unseen) this.#unseen--;
      return;
    }
    if (BLOCKS.has(name)) this.breakLine(false);
    if (name === 'pre') this.#pre = Math.max(0, this.#pre - 1);
    else if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes - 1);
  }

  ontext(data: string): void {
    if (this.#unseen > 0) return;
    const text = data.replaceAll('\u00a0', ' ');
    if (this.#pre > 0) {
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (index > 0) this.breakLine(true);
        this.#add(line);
      }
      return;
    }
    for (const [index, word] of text.split(/[ \t\r\n\f]+/).entries()) {
      if (index > 0) this.#blank();
      this.#add(word);
    }
  }

  breakLine(evenIfEmpty: boolean): void {
    const line = this.#pieces.join('').trimEnd();
    // A few marks say as much as hundreds, which would make the lines longer than the HTML
    const quote = this.#quotes === 0 ? '' : `${'>'.repeat(Math.min(this.#quotes, 9))} `;
    if (line !== '' || evenIfEmpty) this.lines.push(quote + line);
    this.#pieces = [];
    this.#blankLast = true;
  }

  #add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#blankLast = false;
  }

  #blank(): void {
    if (this.#blankLast) return;
    this.#pieces.push(' ');
    this.#blankLast = true;
  }

  #leaveHead(): void {
    for (const [index, element] of this.#open.entries()) {
      if (element.name !== 'head' || !element.unseen) continue;
      this.#open[index] = { name: 'head', unseen: false };
      this.#unseen--;
    }
  }
}

function isHidden(attributes: Record<string, string>): boolean {
  if (Object.hasOwn(attributes, 'hidden')) return true;
  return withoutComments(attributes.style ?? '')
    .toLowerCase()
    .split(';')
    .map(rule => rule.replace(/\s/g, ''))
    .some(rule => rule.startsWith('display:none') || rule.startsWith('visibility:hidden'));
}

function withoutComments(style: string): string {
  const [first = '', ...rest] = style.split('/*');
  return [first, ...rest.map(piece => piece.slice(piece.indexOf('*/') + 2))].join('');
}
