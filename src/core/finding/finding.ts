import { CODES, type Code, type Level } from './codes.ts';

/** Where a finding points: a line and column of the text (both from 1), a field's name, or nowhere. */
export type Place = { readonly line?: number; readonly column?: number; readonly field?: string };

/** What a finding's sentence is filled with: raw values, escaped only when they are printed. */
export type Args = Readonly<Record<string, string | number>>;

/** The only result of any check: a code, what it is about, where, and how grave. No sentence is stored in it. */
export type Finding = {
  readonly code: Code;
  readonly args: Args;
  readonly place: Place;
  readonly level: Level;
};

/** A finding of `code`; its level comes from the table of codes (specification section 1.2). */
export function finding(code: Code, args: Args = {}, place: Place = {}): Finding {
  return { code, args, place, level: CODES[code].level };
}

/** Whether any finding of the list stops the message (specification section 1.2). */
export function hasError(findings: readonly Pick<Finding, 'level'>[]): boolean {
  return findings.some(one => one.level === 'error');
}
