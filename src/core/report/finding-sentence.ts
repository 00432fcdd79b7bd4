import type { Finding } from '../finding/finding.ts';
import { fillIn } from './sentence.ts';
import { WORDING } from './wording.ts';

/**
 * A finding's sentence, with its values escaped and cut so that they can neither forge a line nor flood a report
 * (section 6.3).
 */
export function sentenceOf(finding: Finding): string {
  return fillIn(WORDING[finding.code].sentence, finding.args);
}

/** What to do about a finding (specification section 6.3). */
export function remedyOf(finding: Finding): string {
  return fillIn(WORDING[finding.code].remedy, finding.args);
}
