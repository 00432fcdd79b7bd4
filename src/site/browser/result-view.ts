import { escapeHidden } from '../../core/finding/character.ts';
import type { Gate } from '../../core/finding/codes.ts';
import type { ResultJson } from '../../core/report/json.ts';
import { MEANING } from '../../core/report/text.ts';
import type { Check } from './check.ts';
import { byId, make } from './elements.ts';
import { findingItem } from './finding-view.ts';
import { lineItems, partsOf } from './reading-view.ts';

const ASKS: Readonly<Record<Gate, string>> = {
  allowlist: 'Is the sender listed, and proven?',
  schema: 'Is it written exactly as it must be?',
  type: 'Is it one of the five types?',
  agreement: 'Does the agreement allow it, today?',
};

const MARKS = { pass: ['✓', 'passed'], fail: ['✗', 'stopped here'], skipped: ['·', 'not reached'] } as const;

/** The verdict in the words of a heading, with the count of what was found. */
export function headline(result: ResultJson): string {
  const count = countOf(result);
  return count === '' ? outcome(result) : `${outcome(result)}: ${count}`;
}

function outcome({ verdict, gate }: ResultJson): string {
  switch (verdict) {
    case 'accepted':
      return 'It passes all four gates';
    case 'attempt':
      return `It stops at the ${gate} gate`;
    case 'access-request':
      return 'A first contact that asks for access';
    case 'held':
      return `It is held at the ${gate} gate`;
    case 'duplicate':
      return 'It came before, and counts once';
    default:
      return gate === 'agreement' ? 'The agreement is closed, so it is ordinary mail' : 'It is ordinary mail';
  }
}

function countOf({ findings }: ResultJson): string {
  const words = { error: 'error', flag: 'flag', note: 'note' } as const;
  const counts = Object.entries(words).flatMap(([level, word]) => {
    const count = findings.filter(one => one.level === level).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  });
  return counts.join(', ');
}

/** Shows a check whole. With `lit`, the gates light up one after the other. */
export function showCheck(check: Check, codes: string, lit: boolean): void {
  const { result } = check;
  const [tone, , meaning] = MEANING[result.verdict ?? 'ordinary'];
  setHeading(headline(result), tone);
  byId('meaning', HTMLElement).textContent = `${meaning.slice(0, 1).toUpperCase()}${meaning.slice(1)}.`;
  show('notice', check.notice === null ? [] : [check.notice]);
  const gates = byId('gates', HTMLElement);
  gates.classList.remove('lit');
  gates.replaceChildren(...result.gates.map(gateItem));
  if (lit) {
    // Asking for the layout between the two starts the animation anew
    gates.getBoundingClientRect();
    gates.classList.add('lit');
  }
  fill(
    'found',
    'findings',
    result.findings.map(one => findingItem(one, codes)),
  );
  fill('understood', 'parts', partsOf(result));
  fill('lines-part', 'lines', lineItems(check.read, result));
  byId('report', HTMLElement).hidden = false;
  byId('report-text', HTMLTextAreaElement).value = check.text;
  byId('report-json', HTMLTextAreaElement).value = check.json;
  byId('result', HTMLElement).dataset.file = result.file;
}

/** Shows that nothing can be judged, and why. */
export function showNothing(heading: string, why: string): void {
  setHeading(heading, 'dim');
  byId('meaning', HTMLElement).textContent = escapeHidden(why);
  show('notice', []);
  byId('gates', HTMLElement).replaceChildren();
  for (const [part, list] of [
    ['found', 'findings'],
    ['understood', 'parts'],
    ['lines-part', 'lines'],
  ] as const)
    fill(part, list, []);
  byId('report', HTMLElement).hidden = true;
  delete byId('result', HTMLElement).dataset.file;
}

function setHeading(words: string, tone: string): void {
  const heading = byId('verdict', HTMLElement);
  heading.textContent = words;
  heading.dataset.tone = tone;
}

function gateItem({ gate, result }: ResultJson['gates'][number]): HTMLElement {
  const [mark, words] = MARKS[result];
  return make(
    'li',
    { class: result },
    make('span', { class: 'mark', 'aria-hidden': 'true' }, mark),
    make('span', { class: 'gate' }, gate),
    make('span', { class: 'asks' }, ASKS[gate]),
    make('span', { class: 'outcome' }, words),
  );
}

/** Fills a list, and hides its part of the page where there is nothing in it. */
function fill(part: string, list: string, items: readonly HTMLElement[]): void {
  byId(part, HTMLElement).hidden = items.length === 0;
  byId(list, HTMLElement).replaceChildren(...items);
}

/** Shows lines of words, or hides their element where there are none. */
export function show(id: string, lines: readonly string[]): void {
  const element = byId(id, HTMLElement);
  element.hidden = lines.length === 0;
  element.textContent = escapeHidden(lines.join('\n'));
}
