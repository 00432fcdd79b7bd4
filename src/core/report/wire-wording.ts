import type { Args } from '../finding/finding.ts';
import type { NoteCode } from '../finding/monitor-codes.ts';
import { fillIn } from './sentence.ts';

/** The sentences of a wire's notes: the only place where they are written. */
const NOTE_WORDING = {
  baseline:
    'This is the first run on this wire: it begins now, and what is there already ({count}) stays unjudged. To judge that too, begin anew (aimf monitor reset) with --since DATE or --since all',
  renumbered:
    'The server has numbered its mailbox anew (UIDVALIDITY {before}, now {now}): all of it is read again, and what is known stays silent',
  'link-ignored': '{name} is a symbolic link and was ignored',
  'special-ignored': '{name} is not a regular file and was ignored',
  'still-changing': '{name} is still changing and waits for a later run',
} as const satisfies Record<NoteCode, string>;

/** A wire's note in the public JSON form: its code and its sentence (specification section 10.1). */
export function wireNoteJson(note: { readonly code: NoteCode; readonly args: Args }): {
  code: NoteCode;
  message: string;
} {
  return { code: note.code, message: fillIn(NOTE_WORDING[note.code], note.args) };
}
