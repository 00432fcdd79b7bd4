import { GATES, type Gate } from '../finding/codes.ts';
import type { Finding } from '../finding/finding.ts';
import type { Attachment } from '../message/attachment.ts';
import type { Envelope } from '../message/envelope.ts';
import type { Fields } from '../message/type.ts';

/** Every verdict a message can end with (specification section 6.6). */
export const VERDICTS = ['accepted', 'attempt', 'access-request', 'ordinary', 'held', 'duplicate'] as const;
export type VerdictWord = (typeof VERDICTS)[number];

export type GateResult = 'pass' | 'fail' | 'skipped';

/** What one gate said. */
export type GateReport = {
  readonly gate: Gate;
  readonly result: GateResult;
  readonly findings: readonly Finding[];
};

/** What a receiver makes of one delivery, gate by gate (specification section 6). */
export type Verdict = {
  readonly verdict: VerdictWord;
  /** The gate it stopped at, or null. */
  readonly gate: Gate | null;
  readonly gates: readonly GateReport[];
  /** Findings about the message as a whole, which belong to no gate. */
  readonly about: readonly Finding[];
  /** The party whose message it is, where the allowlist gate settled one. */
  readonly party: string | null;
  readonly envelope: Envelope | null;
  readonly type: string | null;
  readonly fields: Fields | null;
  readonly body: string | null;
  readonly attachments: readonly Attachment[];
};

/** Every finding of a verdict, about the whole first, then in gate order (specification section 6). */
export function findingsOf(verdict: Verdict): readonly Finding[] {
  return [...verdict.about, ...verdict.gates.flatMap(one => one.findings)];
}

/** The four gates as skipped, for a message that never met them (specification section 6). */
export function skippedGates(): readonly GateReport[] {
  return GATES.map(gate => ({ gate, result: 'skipped', findings: [] }));
}
