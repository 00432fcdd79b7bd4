import { make } from '../../../site/browser/elements.ts';
import { theirs } from './draw.ts';
import { wholeOf } from './time.ts';
import type { Memory } from './wire.ts';

/** One memory with everything that is known of it, and what can be done with it. */
export function memoryCard(memory: Memory, acts: readonly HTMLElement[]): HTMLElement {
  const { memory_id: id, status, tags, metadata } = memory;
  const chips = tags.map(one => make('span', { class: 'chip' }, theirs(one)));
  const mark = status === 'ACTIVE' ? [] : [make('span', { class: `tag ${status.toLowerCase()}` }, status)];
  return make(
    'li',
    { class: 'memory', tabindex: '-1', 'data-memory': String(id) },
    make(
      'p',
      { class: 'memory-head' },
      make('span', { class: 'tag' }, memory.memory_type),
      ...mark,
      ` Memory ${id}`,
    ),
    make('p', { class: 'text', dir: 'auto' }, memory.content),
    ...(chips.length === 0 ? [] : [make('p', { class: 'chips' }, ...chips)]),
    make('p', { class: 'hint' }, ...factsOf(memory)),
    ...(Object.keys(metadata).length === 0 ? [] : [metadataOf(metadata)]),
    ...(acts.length === 0 ? [] : [make('div', { class: 'acts' }, ...acts)]),
  );
}

function factsOf(memory: Memory): (string | Node)[] {
  const { creator_id, confidence, project_id, source_message_id, created_at } = memory;
  const facts: (string | Node)[] = [
    `by ${creator_id === null ? 'somebody who is gone' : `#${creator_id}`}`,
    `confidence ${confidence}`,
    ...(project_id === null ? [] : [`project ${project_id}`]),
    ...(source_message_id === null ? [] : [`from message ${source_message_id}`]),
    make('time', { datetime: created_at }, wholeOf(created_at)),
  ];
  return facts.flatMap((fact, at) => (at === 0 ? [fact] : [' · ', fact]));
}

function metadataOf(metadata: Memory['metadata']): HTMLElement {
  const text = JSON.stringify(metadata, null, 2);
  return make(
    'details',
    {},
    make('summary', {}, 'Metadata'),
    make('pre', { dir: 'auto', tabindex: '0' }, text),
  );
}
