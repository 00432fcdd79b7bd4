import { BOUNDS } from '../finding/bounds.ts';
import { escapeHidden } from '../finding/character.ts';
import type { Args } from '../finding/finding.ts';
import { PROOF_WORDS } from './proof-wording.ts';

/** A template with its values filled in, each escaped and cut; a part in brackets is dropped where its value is empty. */
export function fillIn(template: string, args: Args): string {
  return template
    .replace(/\[([^[\]]*\{(\w+)\}[^[\]]*)\]/g, (_, part: string, name: string) =>
      argument(args, name) === '' ? '' : part,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => argument(args, name));
}

function argument(args: Args, name: string): string {
  const given = args[name] ?? '';
  const value = name === 'by' && typeof given === 'string' ? (PROOF_WORDS[given] ?? given) : given;
  return typeof value === 'number' ? String(value) : quotable(value);
}

/** A stranger's text on one line, escaped, and cut to a length that a person reads. */
export function quotable(text: string): string {
  const cut = text.length > BOUNDS.quoted ? `${text.slice(0, BOUNDS.quoted)}…` : text;
  return escapeHidden(cut.replaceAll('\t', ' ').replaceAll('\n', ' '));
}
