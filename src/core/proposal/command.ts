import { BOUNDS } from '../finding/bounds.ts';
import { ID } from '../message/envelope.ts';
import { markdownPieces } from '../posting/markdown.ts';
import { leaksIn } from './issue-form.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';

/** A command as a person gives it (specification section 9.8). */
export type Command =
  | { readonly command: 'approve' | 'accept'; readonly hash: string }
  | { readonly command: 'decline'; readonly reason: string }
  | { readonly command: 'pause'; readonly agreement: string; readonly reason: string }
  | { readonly command: 'resume' | 'revoke'; readonly agreement: string };
export type CommandName = Command['command'];

/** How each command is written. */
export const USAGE: Readonly<Record<CommandName, string>> = {
  approve: '/approve HASH',
  accept: '/accept HASH',
  decline: '/decline REASON',
  pause: '/pause AGREEMENT REASON',
  resume: '/resume AGREEMENT',
  revoke: '/revoke AGREEMENT',
};

/** The command in a comment, null where it holds none, or what is wrong with it. */
export type CommandReading = {
  readonly command: Command | null;
  readonly findings: readonly ProposalFinding[];
};

/**
 * Reads the command of a comment: the first line of a paragraph, as the comment's own source has it. What stands in a quote, a list,
 * code, HTML or a comment of HTML is no command; a comment with two holds none, nor does one that was edited, which others may
 * have done. Specification section 9.8, hazards D.
 */
export function readCommand(comment: string, edited = false): CommandReading {
  if (comment.length > BOUNDS.issueLength) return { command: null, findings: [] };
  const text = comment.replaceAll('\r\n', '\n');
  const rows = text.split('\n');
  const found = markdownPieces(text)
    .filter(({ kind }) => kind === 'paragraph')
    .flatMap(({ line }) => {
      const match = /^\/([a-z]+)(?:[ \t]+(.*))?$/.exec(rows[line - 1] ?? '');
      const name = match?.[1] ?? '';
      return Object.hasOwn(USAGE, name)
        ? [{ name: name as CommandName, rest: (match?.[2] ?? '').trim() }]
        : [];
    });
  const [first, another] = found;
  if (first === undefined) return { command: null, findings: [] };
  if (edited) return { command: null, findings: [proposalFinding('comment-edited')] };
  if (another !== undefined)
    return { command: null, findings: [proposalFinding('command-several', { count: found.length })] };
  // A reason goes on record, which is public
  const leaks = leaksIn(first.rest);
  if (leaks.length > 0) return { command: null, findings: leaks };
  const command = commandOf(first.name, first.rest);
  if (command !== null) return { command, findings: [] };
  const args = { command: `/${first.name}`, usage: USAGE[first.name] };
  return { command: null, findings: [proposalFinding('command-argument', args)] };
}

function commandOf(command: CommandName, rest: string): Command | null {
  const [first = '', ...others] = rest.split(/[ \t]+/);
  const reason = others.join(' ');
  switch (command) {
    case 'approve':
    case 'accept': {
      const hash = rest.replace(/^`([^`]*)`$/, '$1').toLowerCase();
      return /^[0-9a-f]{8,64}$/.test(hash) ? { command, hash } : null;
    }
    case 'decline':
      return rest === '' || rest.length > BOUNDS.answerText ? null : { command, reason: rest };
    case 'pause':
      return ID.test(first) && reason !== '' ? { command, agreement: first, reason } : null;
    case 'resume':
    case 'revoke':
      return ID.test(first) && others.length === 0 ? { command, agreement: first } : null;
  }
}
