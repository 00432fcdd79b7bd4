import * as z from 'zod/mini';
import { type Paint, PLAIN } from '../report/paint.ts';
import { POSTING_WORDING } from '../report/posting-wording.ts';
import { fillIn, quotable } from '../report/sentence.ts';
import type { Decision } from './decide.ts';
import type { PostingFinding } from './posting-finding.ts';

/** What `aimf posting check --json` prints. Fields may be added to it, none taken away. */
export const postingJsonSchema = z.object({
  aimf: z.literal(1),
  verdict: z.enum(['none', 'complete', 'partial', 'undecidable']),
  version: z.object({ base: z.nullable(z.string()), head: z.nullable(z.string()) }),
  surfaces: z.array(
    z.object({ name: z.string(), path: z.string(), changed: z.boolean(), version: z.nullable(z.string()) }),
  ),
  findings: z.array(
    z.object({
      code: z.string(),
      level: z.enum(['error', 'flag', 'note']),
      message: z.string(),
      remedy: z.string(),
      file: z.nullable(z.string()),
      line: z.nullable(z.int()),
    }),
  ),
});
export type PostingJson = z.infer<typeof postingJsonSchema>;

/** A decision in the public JSON form. */
export function postingJson(decision: Decision): PostingJson {
  const { verdict, version, surfaces, findings } = decision;
  return {
    aimf: 1,
    verdict,
    version: { ...version },
    surfaces: surfaces.map(one => ({ ...one })),
    findings: findings.map(one => ({
      code: one.code,
      level: one.level,
      message: postingSentence(one),
      remedy: postingRemedy(one),
      file: one.place.file ?? null,
      line: one.place.line ?? null,
    })),
  };
}

/** The exit code of `aimf posting check`: 0 none and complete, 1 partial, 2 undecidable. */
export function postingExit(decision: Pick<Decision, 'verdict'>): 0 | 1 | 2 {
  if (decision.verdict === 'undecidable') return 2;
  return decision.verdict === 'partial' ? 1 : 0;
}

/** What a posting finding says, escaped. */
export function postingSentence(finding: PostingFinding): string {
  return fillIn(POSTING_WORDING[finding.code].sentence, finding.args);
}

/** What to do about a posting finding. */
export function postingRemedy(finding: PostingFinding): string {
  return fillIn(POSTING_WORDING[finding.code].remedy, finding.args);
}

const HEADS: Readonly<Record<Decision['verdict'], string>> = {
  none: 'No posting: no public surface changed',
  complete: 'A complete posting',
  partial: 'A partial posting: it does not count until every surface changes with it',
  undecidable: 'It cannot be decided whether this is a posting',
};

/** A decision for a person on a terminal: the verdict, a line for each surface, and what is missing with its remedy. */
export function postingText(decision: Decision, paint: Paint = PLAIN): string {
  const { verdict, version, surfaces, findings } = decision;
  const tone = verdict === 'none' || verdict === 'complete' ? paint.good : paint.bad;
  const from =
    verdict === 'complete'
      ? ` of ${version.head ?? ''}${version.base === null ? '' : `, after ${version.base}`}`
      : '';
  const lines = [tone(`${HEADS[verdict]}${from}`), ''];
  const width = Math.max(0, ...surfaces.map(one => one.name.length));
  for (const one of verdict === 'none' ? [] : surfaces) {
    const mark = one.changed ? paint.good('✓ changed  ') : paint.bad('✗ unchanged');
    lines.push(
      `  ${mark}  ${one.name.padEnd(width)}  ${(one.version ?? 'no version').padEnd(10)}  ${paint.dim(one.path)}`,
    );
  }
  if (surfaces.length > 0 && verdict !== 'none') lines.push('');
  for (const one of findings) {
    const place =
      one.place.file === undefined
        ? ''
        : `${quotable(one.place.file)}${one.place.line === undefined ? '' : `:${one.place.line}`}: `;
    lines.push(
      `  ${one.level === 'error' ? paint.bad('error') : paint.dim(one.level)} ${place}${postingSentence(one)} ${paint.dim(`[${one.code}]`)}`,
    );
    lines.push(`        ${paint.dim('→')} ${postingRemedy(one)}`);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
