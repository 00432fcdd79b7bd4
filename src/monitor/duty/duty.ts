import type { DutyCode } from '../../core/finding/duty-codes.ts';
import type { Args } from '../../core/finding/finding.ts';
import { dutyRemedy, dutySentence } from '../../core/report/duty-wording.ts';

/** Something that the monitor reminds of by itself (specification section 10.5). */
export type Duty = {
  readonly code: DutyCode;
  /** Stable and unique: a duty with the same key is the same reminder, and is given once. */
  readonly key: string;
  readonly message: string;
  readonly remedy: string;
  /** The day (`YYYY-MM-DD`) by which, or since which, it is to be done; null where there is none. */
  readonly due: string | null;
};

/** A duty of `code`, its sentences filled in; the key is made of the code and of what tells it from its like. */
export function duty(code: DutyCode, args: Args, identity: readonly string[], due: string | null): Duty {
  return {
    code,
    key: ['duty', code, ...identity].join(':'),
    message: dutySentence(code, args),
    remedy: dutyRemedy(code, args),
    due,
  };
}

/** The day `days` after another, both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whole days from one day to another, both `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
