import { BOUNDS } from '../finding/bounds.ts';
import { escapeHidden } from '../finding/character.ts';

/**
 * A stranger's text as a code span on one line: nothing in it mentions, refers, closes, links or restyles, and what shows nothing is
 * written out. Longer than a person reads, it is cut. Hazards D.
 */
export function codeSpan(text: string): string {
  const line = cut(text.replaceAll(/\s+/g, ' ').trim(), BOUNDS.quoted);
  const shown = escapeHidden(line);
  if (shown === '') return '(nothing)';
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = /^`|`$/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A stranger's text as a block of code, line by line as it was written, cut after `limit` characters. Hazards D. */
export function codeBlock(text: string, limit: number = BOUNDS.answerText): string {
  const shown = cut(text.replaceAll('\r\n', '\n').trim(), limit)
    .split('\n')
    .map(line => escapeHidden(line))
    .join('\n');
  const fence = '`'.repeat(Math.max(2, longestRun(shown)) + 1);
  return `${fence}text\n${shown}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
