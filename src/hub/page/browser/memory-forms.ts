import { randomKey } from './api.ts';
import { type Field, fieldsForm, openDialog } from './dialog.ts';
import type { Session } from './session.ts';
import type { Memory } from './wire.ts';

/** Is given what a form changed, the memory to look at first, and what became of it in words. */
export type Changed = (memories: readonly Memory[], words: string) => void;

const CONTENT = { name: 'content', label: 'What is to be remembered', least: 1, most: 4000, lines: 4 };
const TAGS = { name: 'tags', label: 'Tags', hint: 'With blanks or commas between.' };
const CONFIDENCE = { name: 'confidence', label: 'Confidence, from 0 to 1' };

/** Keeps something for everybody. */
export function keepMemory(session: Session, changed: Changed): void {
  const fields: Field[] = [
    { name: 'memory_type', label: 'Type', options: ['FACT', 'DECISION', 'CONTEXT', 'KNOWLEDGE'] },
    CONTENT,
    TAGS,
    { ...CONFIDENCE, value: '0.95' },
    { name: 'project_id', label: 'Number of its project (may stay empty)' },
    { name: 'source_message_id', label: 'Number of the message that it comes from (may stay empty)' },
  ];
  const write = writer(session);
  form('Keep a memory', fields, 'Keep it', async ({ tags = '', ...rest }) => {
    const memory = await write<Memory>('POST', 'memories', { ...filled(rest), tags: tagsOf(tags) });
    changed([memory], `Memory ${memory.memory_id} is kept.`);
  });
}

/** Corrects a memory in its place: what was not changed stays as it is. */
export function correctMemory(session: Session, memory: Memory, changed: Changed): void {
  const { memory_id: id, content, confidence, tags, status } = memory;
  const before = { content, tags: tags.join(', '), confidence: String(confidence), status };
  const statuses = [...new Set([status, 'ACTIVE', 'DISPUTED', 'ARCHIVED'])];
  const fields: Field[] = [
    { ...CONTENT, value: before.content },
    { ...TAGS, value: before.tags },
    { ...CONFIDENCE, value: before.confidence },
    { name: 'status', label: 'Status', value: status, options: statuses, hint: 'ARCHIVED retires it.' },
  ];
  const write = writer(session);
  form(`Correct memory ${id}`, fields, 'Correct', async given => {
    const { tags: newTags, ...rest } = Object.fromEntries(
      Object.entries(given).filter(([name, value]) => value !== before[name as keyof typeof before]),
    );
    const change = { ...rest, ...(newTags === undefined ? {} : { tags: tagsOf(newTags) }) };
    changed([await write<Memory>('PATCH', `memories/${id}`, change)], `Memory ${id} is corrected.`);
  });
}

/** Puts a new memory in the place of one, which stays as history. */
export function replaceMemory(session: Session, memory: Memory, changed: Changed): void {
  const { memory_id: id, memory_type, project_id, content, tags, confidence } = memory;
  const fields: Field[] = [
    { ...CONTENT, value: content },
    { ...TAGS, value: tags.join(', ') },
    { ...CONFIDENCE, value: String(confidence) },
    { name: 'reason', label: 'Why it is replaced (may stay empty)', most: 1000, lines: 2 },
  ];
  const [store, supersede] = [writer(session), writer(session)];
  form(`Replace memory ${id}`, fields, 'Replace', async given => {
    const { tags: newTags = '', reason = '', ...rest } = given;
    const project = project_id === null ? {} : { project_id };
    const body = { memory_type, ...project, ...filled(rest), tags: tagsOf(newTags) };
    const made = await store<Memory>('POST', 'memories', body);
    const { superseded, superseding } = await supersede<{ superseded: Memory; superseding: Memory }>(
      'POST',
      `memories/${id}/supersede`,
      { superseding_memory_id: made.memory_id, ...filled({ reason }) },
    );
    changed([superseding, superseded], `Memory ${made.memory_id} replaces memory ${id}.`);
  });
}

/** Marks a memory as contradicted; it stays to be found. */
export function disputeMemory(session: Session, memory: Memory, changed: Changed): void {
  const id = memory.memory_id;
  const fields: Field[] = [
    { name: 'reason', label: 'What is wrong with it', least: 1, most: 1000, lines: 3 },
    { name: 'conflicting_memory_id', label: 'Number of the memory that contradicts it (may stay empty)' },
  ];
  const write = writer(session);
  form(`Dispute memory ${id}`, fields, 'Dispute', async given => {
    const disputed = await write<Memory>('POST', `memories/${id}/dispute`, filled(given));
    changed([disputed], `Memory ${id} is disputed.`);
  });
}

/** The tags in what a person typed. */
export function tagsOf(typed: string): string[] {
  return typed.split(/[\s,]+/).filter(one => one !== '');
}

type Values = Readonly<Record<string, string>>;

function form(
  title: string,
  fields: readonly Field[],
  submit: string,
  done: (given: Values) => Promise<void>,
) {
  const { body, close } = openDialog(title);
  body.append(
    fieldsForm(fields, submit, async given => {
      await done(given);
      close();
    }),
  );
  body.querySelector<HTMLElement>('select, textarea')?.focus();
}

/** Writes as the reader. As long as a try again writes the same, the hub takes it for the same. */
function writer(session: Session) {
  let last = '';
  let once = '';
  return <T>(method: 'POST' | 'PATCH', path: string, fields: object): Promise<T> => {
    const text = JSON.stringify(fields);
    if (text !== last) [last, once] = [text, randomKey()];
    return session.act(as =>
      session.api.send<T>(method, path, { body: { participant_id: as.id, ...fields }, as, once }),
    );
  };
}

function filled(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
