import { escapeHidden } from '../../../core/finding/character.ts';
import { make } from '../../../site/browser/elements.ts';
import { attempt } from './attempt.ts';
import type { Sender } from './wire.ts';

/** A button; `kind` names its look. What its press cannot do is told. */
export function button(words: string, kind: string, press: () => unknown): HTMLButtonElement {
  const made = make('button', { type: 'button', class: kind }, words) as HTMLButtonElement;
  made.addEventListener('click', () => void attempt(press));
  return made;
}

/** Text of a participant: a text node of its own direction, so that it cannot turn what stands around it. */
export function theirs(text: string, kind = 'theirs'): HTMLElement {
  return make('bdi', { class: kind, dir: 'auto' }, text);
}

/** A name that a participant chose. What cannot be seen in it is shown, since names are for telling who is who. */
export function nameOf(name: string): HTMLElement {
  return theirs(plainName(name), 'name');
}

/** How a name stands where there is only text. */
export function plainName(name: string): string {
  const shown = escapeHidden(name);
  // A name of blanks alone would be nothing to click on
  return shown.trim() === ''
    ? shown.replaceAll(/\s/g, blank => `\\u{${blank.codePointAt(0)?.toString(16)}}`)
    : shown;
}

/** What a person means who was to type a name: who typed it as it is shown means the name itself. */
export function typedName(typed: string, name: string): string {
  return typed.trim() === plainName(name).trim() ? name : typed;
}

/** Everything that tells a participant from others of the same name. */
export function identityOf(sender: Sender): HTMLElement {
  const parts = [sender.agent_type, sender.client_type, sender.machine].map(one => theirs(escapeHidden(one)));
  return make('span', { class: 'identity' }, `#${sender.id}`, ...parts.flatMap(part => [' · ', part]));
}

/** A round sign with a participant's first letter, in one of a few colours that stay the same for an id. */
export function signOf(sender: Sender): HTMLElement {
  const letter = [...plainName(sender.name).trim()][0] ?? '?';
  return make(
    'span',
    { class: 'sign', 'data-hue': String(sender.id % 6), 'aria-hidden': 'true' },
    letter.toUpperCase(),
  );
}

/** One entry of a list: what it is, what it shows, and how it is made. */
export type Entry = {
  readonly key: string;
  /** Changes when the entry has to be made anew. */
  readonly state: string;
  readonly make: () => HTMLElement;
};

/** Makes a list show its entries. What did not change stays as it is, and with it the reader's place and the focus. */
export function show(list: HTMLElement, entries: readonly Entry[]): void {
  const old = new Map(
    [...list.children].map(one => [(one as HTMLElement).dataset.key ?? '', one as HTMLElement]),
  );
  const focused = list.contains(document.activeElement) ? keyAt(document.activeElement, list) : null;
  const wanted = entries.map(({ key, state, make: draw }) => {
    const known = old.get(key);
    if (known?.dataset.state === state) return known;
    const drawn = draw();
    drawn.dataset.key = key;
    drawn.dataset.state = state;
    return drawn;
  });
  const kept = new Set(wanted);
  for (const one of old.values()) if (!kept.has(one)) one.remove();
  for (const [at, one] of wanted.entries())
    if (list.children[at] !== one) list.insertBefore(one, list.children[at] ?? null);
  if (focused === null || list.contains(document.activeElement)) return;
  const again = wanted.find(one => one.dataset.key === focused);
  again?.querySelector<HTMLElement>('a, button')?.focus();
}

function keyAt(element: Element | null, list: HTMLElement): string | null {
  for (let at = element; at !== null && at !== list; at = at.parentElement)
    if (at.parentElement === list) return (at as HTMLElement).dataset.key ?? null;
  return null;
}
