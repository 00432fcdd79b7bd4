import { byId } from '../../../site/browser/elements.ts';
import { button } from './draw.ts';
import { memoryCard } from './memory-card.ts';
import { correctMemory, disputeMemory, keepMemory, replaceMemory, tagsOf } from './memory-forms.ts';
import { placeOf } from './place.ts';
import type { Session } from './session.ts';
import type { Memory } from './wire.ts';

/** Memories on one page. */
const PAGE = 20;

type Found = { readonly total_results: number; readonly memories: readonly Memory[] };

/** The memories of the participants: searching, keeping and changing them, and following from one to what replaced it. */
export class MemoryView {
  readonly #session: Session;
  readonly #form = byId('memory-search', HTMLFormElement);
  readonly #told = byId('memory-told', HTMLElement);
  readonly #list = byId('memory-list', HTMLElement);
  readonly #more = byId('memory-more', HTMLButtonElement);
  readonly #keep = byId('memory-keep', HTMLButtonElement);
  #round = 0;
  #shown = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      void this.#search(false);
    });
    this.#form.addEventListener('change', () => void this.#search(false));
    this.#more.addEventListener('click', () => void this.#search(true));
    this.#keep.addEventListener('click', () =>
      keepMemory(session, (memories, words) => this.#put(null, memories, words)),
    );
  }

  /** Shows the memories; an observer is told why there are none. */
  open(): void {
    const { observing } = this.#session;
    byId('memory-observer', HTMLElement).hidden = !observing;
    this.#form.hidden = observing;
    this.#keep.hidden = observing;
    if (observing) this.forget();
    else if (this.#shown === 0) void this.#search(false);
  }

  /** Drops what is shown, whose ids are another database's, and looks anew where it is shown. */
  forget(): void {
    this.#round += 1;
    this.#list.replaceChildren();
    this.#shown = 0;
    this.#told.textContent = '';
    this.#more.hidden = true;
    if (!this.#session.observing && placeOf(location.hash).view === 'memories') void this.#search(false);
  }

  async #search(more: boolean): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const offset = more ? this.#shown : 0;
    try {
      const found = await this.#session.act(who =>
        this.#session.api.get<Found>('memories', {
          query: { ...this.#asked(), participant_id: who.id, limit: PAGE, offset },
          as: who,
        }),
      );
      if (round !== this.#round) return;
      if (!more) this.#list.replaceChildren();
      // What was kept or changed meanwhile may be shown already
      const fresh = found.memories.filter(one => this.#cardsOf(one.memory_id).length === 0);
      this.#list.append(...fresh.map(one => this.#cardOf(one)));
      this.#shown = offset + found.memories.length;
      const { total_results: total } = found;
      this.#told.textContent =
        total === 0 ? 'No memories match.' : `${this.#shown} of ${total}, the newest first.`;
      this.#more.hidden = this.#shown >= total;
    } catch (error) {
      this.#told.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #asked(): Record<string, string | string[]> {
    const data = new FormData(this.#form);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const asked: Record<string, string | string[]> = {};
    for (const name of ['query', 'project_id', 'status', 'min_confidence'])
      if (text(name) !== '') asked[name] = text(name);
    const types = data.getAll('memory_type').map(String);
    if (types.length > 0) asked.memory_type = types;
    const tags = tagsOf(text('tag'));
    if (tags.length > 0) asked.tag = tags;
    return asked;
  }

  #cardOf(memory: Memory): HTMLElement {
    const here = () => card;
    const card = memoryCard(memory, [...this.#lineageOf(memory, here), ...this.#actsOf(memory, here)]);
    return card;
  }

  /** Buttons to the memories before and after this one. */
  #lineageOf(memory: Memory, card: () => HTMLElement): HTMLElement[] {
    const link = (id: number | null, words: string, before: boolean) =>
      id === null
        ? []
        : [button(`${words} ${id}`, 'plain small', () => this.#showBeside(id, card(), before))];
    return [
      ...link(memory.superseded_by, 'Replaced by', true),
      ...link(memory.supersedes, 'Replaces', false),
    ];
  }

  /** Buttons that change this memory. What was replaced is history: it can be corrected, and no more. */
  #actsOf(memory: Memory, card: () => HTMLElement): HTMLElement[] {
    const act = (words: string, open: typeof correctMemory) => {
      const made = button(words, 'plain small', () =>
        open(this.#session, memory, (memories, told) => this.#put(card(), memories, told)),
      );
      made.setAttribute('aria-label', `${words} memory ${memory.memory_id}`);
      return made;
    };
    const past = memory.superseded_by !== null || memory.status === 'SUPERSEDED';
    return [
      act('Correct', correctMemory),
      ...(past ? [] : [act('Replace', replaceMemory), act('Dispute', disputeMemory)]),
    ];
  }

  /** Shows changed memories in the place of a card, or before all others, and goes to the first of them. */
  #put(card: HTMLElement | null, memories: readonly Memory[], words: string): void {
    for (const { memory_id } of memories)
      for (const old of this.#cardsOf(memory_id)) if (old !== card) old.remove();
    const drawn = memories.map(one => this.#cardOf(one));
    if (card === null) this.#list.prepend(...drawn);
    else card.replaceWith(...drawn);
    this.#told.textContent = words;
    // The dialog that is about to close brings the focus back to where it was
    window.setTimeout(() => drawn[0]?.focus());
  }

  #cardsOf(id: number): readonly Element[] {
    return [...this.#list.querySelectorAll(`[data-memory="${id}"]`)];
  }

  async #showBeside(id: number, card: HTMLElement, before: boolean): Promise<void> {
    try {
      const memory = await this.#session.act(who =>
        this.#session.api.get<Memory>(`memories/${id}`, { query: { participant_id: who.id }, as: who }),
      );
      for (const old of this.#cardsOf(id)) old.remove();
      const drawn = this.#cardOf(memory);
      if (before) card.before(drawn);
      else card.after(drawn);
      drawn.focus();
    } catch (error) {
      this.#told.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
