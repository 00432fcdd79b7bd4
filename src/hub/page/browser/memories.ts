import { byId, make } from '../../../site/browser/elements.ts';
import { button, theirs } from './draw.ts';
import type { Session } from './session.ts';
import { wholeOf } from './time.ts';
import type { Memory } from './wire.ts';

/** Memories on one page. */
const PAGE = 20;

type Found = { readonly total_results: number; readonly memories: readonly Memory[] };

/** The memories of the agents: searching them, and following from one to what replaced it. */
export class MemoryView {
  readonly #session: Session;
  readonly #form = byId('memory-search', HTMLFormElement);
  readonly #told = byId('memory-told', HTMLElement);
  readonly #list = byId('memory-list', HTMLElement);
  readonly #more = byId('memory-more', HTMLButtonElement);
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
  }

  /** Shows the memories; an observer is told why there are none. */
  open(): void {
    const { observing } = this.#session;
    byId('memory-observer', HTMLElement).hidden = !observing;
    this.#form.hidden = observing;
    if (observing) {
      this.#list.replaceChildren();
      this.#told.textContent = '';
      this.#more.hidden = true;
    } else if (this.#shown === 0) void this.#search(false);
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
      const cards = found.memories.map(one => this.#cardOf(one));
      if (more) this.#list.append(...cards);
      else this.#list.replaceChildren(...cards);
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
    for (const name of ['query', 'project_id', 'status']) if (text(name) !== '') asked[name] = text(name);
    const confidence = text('min_confidence');
    if (confidence !== '') asked.min_confidence = confidence;
    const types = data.getAll('memory_type').map(String);
    if (types.length > 0) asked.memory_type = types;
    const tags = text('tag')
      .split(/[\s,]+/)
      .filter(one => one !== '');
    if (tags.length > 0) asked.tag = tags;
    return asked;
  }

  #cardOf(memory: Memory): HTMLElement {
    const { memory_id: id, memory_type: type, status } = memory;
    const facts: (string | Node)[] = [
      `by ${memory.creator_id === null ? 'somebody who is gone' : `#${memory.creator_id}`}`,
      `confidence ${memory.confidence}`,
      ...(memory.project_id === null ? [] : [`project ${memory.project_id}`]),
      ...(memory.source_message_id === null ? [] : [`from message ${memory.source_message_id}`]),
      make('time', { datetime: memory.created_at }, wholeOf(memory.created_at)),
    ];
    const card = make(
      'li',
      { class: 'memory', tabindex: '-1' },
      make(
        'p',
        { class: 'memory-head' },
        make('span', { class: 'tag' }, type),
        ...(status === 'ACTIVE' ? [] : [make('span', { class: `tag ${status.toLowerCase()}` }, status)]),
        ` Memory ${id}`,
      ),
      make('p', { class: 'text', dir: 'auto' }, memory.content),
      ...(memory.tags.length === 0
        ? []
        : [
            make(
              'p',
              { class: 'chips' },
              ...memory.tags.map(one => make('span', { class: 'chip' }, theirs(one))),
            ),
          ]),
      make('p', { class: 'hint' }, ...facts.flatMap((fact, at) => (at === 0 ? [fact] : [' · ', fact]))),
    );
    if (Object.keys(memory.metadata).length > 0)
      card.append(
        make(
          'details',
          {},
          make('summary', {}, 'Metadata'),
          make('pre', { dir: 'auto', tabindex: '0' }, JSON.stringify(memory.metadata, null, 2)),
        ),
      );
    card.append(...this.#lineageOf(memory, card));
    return card;
  }

  /** Buttons to the memories before and after this one. */
  #lineageOf(memory: Memory, card: HTMLElement): HTMLElement[] {
    const link = (id: number | null, words: string, before: boolean) =>
      id === null ? [] : [button(`${words} ${id}`, 'plain small', () => this.#showBeside(id, card, before))];
    const links = [
      ...link(memory.superseded_by, 'Replaced by', true),
      ...link(memory.supersedes, 'Replaces', false),
    ];
    return links.length === 0 ? [] : [make('div', { class: 'acts' }, ...links)];
  }

  async #showBeside(id: number, card: HTMLElement, before: boolean): Promise<void> {
    try {
      const memory = await this.#session.act(who =>
        this.#session.api.get<Memory>(`memories/${id}`, { query: { participant_id: who.id }, as: who }),
      );
      const drawn = this.#cardOf(memory);
      if (before) card.before(drawn);
      else card.after(drawn);
      drawn.focus();
    } catch (error) {
      this.#told.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
