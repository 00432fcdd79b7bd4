import type { Args } from '../../core/finding/finding.ts';
import type { DutyCode } from '../../core/finding/monitor-codes.ts';
import { dutyRemedy, dutySentence } from '../../core/report/duty-wording.ts';
import type { ToldDuty } from '../../store/store.ts';

/** A duty of `code`, its sentences filled in; the key is made of the code and of what tells it from its like. */
export function duty(code: DutyCode, args: Args, identity: readonly string[], due: string | null): ToldDuty {
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
