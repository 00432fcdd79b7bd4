import { UPDATE_TOPIC } from '../message/acknowledgement.ts';
import type { Fields, MessageType } from '../message/type.ts';
import type { Scope } from './agreement.ts';

/** What of a message lies outside a scope: the aspect and the text that does not match. */
export type Outside = { readonly aspect: 'topic' | 'file' | 'subject'; readonly given: string };

/** The scope held against a message: whether anything could be checked at all, and what lies outside. */
export type ScopeCheck = { readonly checked: boolean; readonly outside: readonly Outside[] };

/**
 * Holds the machine-checkable part of a purpose against a message: the topic of a STATUS, the subject of a NOTE, the names
 * of all files. Patterns know `*` and `?` and ignore case. What the protocol itself asks for (a proposal, an ack) is always
 * within the purpose. A person still judges what no pattern covers. Section 8.7.
 */
export function checkScope(
  scope: Scope | undefined,
  type: MessageType,
  fields: Fields,
  files: readonly string[],
): ScopeCheck {
  const asked = isAskedFor(type, fields);
  const checks: readonly (readonly [Outside['aspect'], readonly string[] | undefined, readonly string[]])[] =
    [
      ['topic', scope?.topics, type === 'STATUS' && !asked ? texts(fields.topic) : []],
      ['subject', scope?.subjects, type === 'NOTE' && !asked ? texts(fields.subject) : []],
      ['file', scope?.files, files],
    ];
  let checked = asked;
  const outside: Outside[] = [];
  for (const [aspect, patterns, given] of checks) {
    if (patterns === undefined || patterns.length === 0 || given.length === 0) continue;
    checked = true;
    for (const one of given) {
      if (!patterns.some(pattern => matchesPattern(one, pattern))) outside.push({ aspect, given: one });
    }
  }
  return { checked, outside };
}

/** Whether the protocol itself asks for such a message: a STATUS about an update, a `Proposal:` NOTE. */
function isAskedFor(type: MessageType, fields: Fields): boolean {
  if (type === 'STATUS') return fields.topic === UPDATE_TOPIC;
  return type === 'NOTE' && texts(fields.subject).some(subject => subject.startsWith('Proposal:'));
}

/**
 * Whether a text matches a pattern of literal characters, `*` (any run) and `?` (any one), ignoring case (section
 * 8.7).
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const name = [...text.normalize('NFC').toLowerCase()];
  const glob = [...pattern.normalize('NFC').toLowerCase()];
  let at = 0;
  let glyph = 0;
  let star = -1;
  let mark = 0;
  while (at < name.length) {
    if (glyph < glob.length && glob[glyph] !== '*' && (glob[glyph] === '?' || glob[glyph] === name[at])) {
      at++;
      glyph++;
    } else if (glob[glyph] === '*') {
      star = glyph++;
      mark = at;
    } else if (star !== -1) {
      glyph = star + 1;
      at = ++mark;
    } else {
      return false;
    }
  }
  while (glob[glyph] === '*') glyph++;
  return glyph === glob.length;
}

function texts(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
