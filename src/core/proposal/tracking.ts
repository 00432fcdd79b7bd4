import { ACK_DAYS, type LedgerRow } from '../registry/acks.ts';
import type { Protocol } from '../registry/protocol.ts';
import { codeSpan } from './inert.ts';

/** The first line of the issue in which the acks of a version are kept together. */
export function trackingMark(version: string): string {
  return `<!-- aimf: acks ${version} -->`;
}

/** The version whose acks an issue of the App's keeps together; null for any other issue. */
export function trackedVersion(body: string): string | null {
  return /^<!-- aimf: acks (v\d+\.\d+) -->/.exec(body)?.[1] ?? null;
}

const STATES: Readonly<Record<LedgerRow['state'], string>> = {
  acknowledged: 'acknowledged',
  awaited: 'waiting',
  overdue: '**overdue**',
};

/** The issue that shows, agreement by agreement, who has acknowledged a version (specification section 9.5). */
export function trackingIssue(
  { normative, effective }: Protocol,
  rows: readonly LedgerRow[],
  unwatched: ReadonlyMap<string, readonly string[]>,
): { readonly title: string; readonly body: string } {
  const table = rows.map(({ agreement, parties, state, acknowledged }) => {
    const day = acknowledged === null ? '' : ` on ${acknowledged}`;
    return `| ${codeSpan(agreement)} | ${parties.map(one => codeSpan(one)).join(', ')} | ${STATES[state]}${day} |`;
  });
  const watches = [...unwatched].map(
    ([agreement, parties]) =>
      `- ${codeSpan(agreement)} does not say how ${parties.map(one => codeSpan(one)).join(' and ')} watches for updates.`,
  );
  const parts = [
    trackingMark(normative),
    `Version ${normative} takes effect on ${effective}. Every active agreement acknowledges it; what is not here ${ACK_DAYS} days after that day is overdue, and the owner is told.`,
    ['| agreement | parties | acknowledgement |', '| --- | --- | --- |', ...table].join('\n'),
    ...(watches.length === 0 ? [] : [`To be settled by the humans:\n\n${watches.join('\n')}`]),
    'To acknowledge, open an issue with the form for it, or write here, from the account that the agreement names, a comment with the STATUS in a block of code:',
    `\`\`\`text\n${sampleAck(normative, effective)}\n\`\`\``,
    'The table is kept up to date by itself. Once everybody has acknowledged, this issue is closed.',
  ];
  return { title: `Acknowledgements of ${normative}`, body: `${parts.join('\n\n')}\n` };
}

function sampleAck(version: string, effective: string): string {
  return [
    ...['format: AIMF/1', 'id: ack-YOUR-ID', 'from: YOUR-LABEL', 'type: STATUS'],
    ...['sent: 2026-01-31T12:00:00Z', 'reply_to: none', 'agreement: YOUR-AGREEMENT', ''],
    ...['topic: AIMF protocol update', 'state: ok'],
    `detail: Recorded ${version} with YOUR-AGREEMENT, effective ${effective}.`,
  ].join('\n');
}

/** What an issue of an older version says once a newer one is to be acknowledged. */
export function supersededIssue(version: string, now: string): string {
  return `${trackingMark(version)}\n\nVersion ${version} was superseded by ${now}, and is not to be acknowledged any more.\n`;
}

/** What a second issue for the same version says; without the mark, it is none any more. */
export function doubledIssue(kept: number): string {
  return `The acknowledgements are kept in #${kept}.\n`;
}

function overdueMark(version: string, agreement: string): string {
  return `<!-- aimf: overdue ${version} ${agreement} -->`;
}

/** The agreements of whose missing acks a comment of the App's has told (specification section 9.5). */
export function toldOverdue(comment: string, version: string): readonly string[] {
  const marks = comment.matchAll(/^<!-- aimf: overdue (\S+) (\S+) -->$/gm);
  return [...marks].flatMap(([, of, agreement]) =>
    of === version && agreement !== undefined ? [agreement] : [],
  );
}

/** The one comment that tells the owner which acks are overdue; the owner's login is a mention, on purpose. */
export function overdueComment(version: string, rows: readonly LedgerRow[], owner: string | null): string {
  const marks = rows.map(row => overdueMark(version, row.agreement)).join('\n');
  const list = rows.map(
    ({ agreement, parties }) =>
      `- ${codeSpan(agreement)}, with ${parties.map(one => codeSpan(one)).join(' and ')}`,
  );
  const to = owner === null ? '' : `@${owner}: `;
  const what = `${to}the acknowledgement of ${version} is **overdue** for:\n\n${list.join('\n')}`;
  const next = `Ask the other side, or pause the agreement until there is contact again: ${codeSpan('/pause AGREEMENT REASON')}.`;
  return `${marks}\n\n${what}\n\n${next}\n`;
}
