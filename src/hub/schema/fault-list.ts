import type * as z from 'zod/mini';
import { HUB_BOUNDS } from '../bounds.ts';
import { type Fault, MISSING } from './kind.ts';

/** One entry of a validation error's `detail`: what is wrong, where, and the value, cut. */
export type FaultEntry = Fault & { readonly loc: readonly (string | number)[]; readonly input: unknown };

/** Where in a request a value stood. */
export type Source = 'path' | 'query' | 'body';

const NOT_OBJECT: Fault = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
const UNKNOWN: Fault = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };

/** The entries of `detail` for what zod found in one part of a request. */
export function faultEntries(
  source: Source,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): FaultEntry[] {
  return issues.flatMap(issue => {
    const path = issue.path.map(step => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map(key => entry(source, value, [...path, key], UNKNOWN));
    if (issue.code === 'custom') return [entry(source, value, path, issue.params as Fault)];
    return [entry(source, value, path, at(value, path) === undefined ? MISSING : NOT_OBJECT)];
  });
}

/** One entry of `detail`. The input of what is missing is what it is missing in. */
export function entry(
  source: Source,
  value: unknown,
  path: readonly (string | number)[],
  { type, msg, ctx }: Fault,
): FaultEntry {
  const input = at(value, type === 'missing' ? path.slice(0, -1) : path);
  return { type, loc: [source, ...path], msg, input: cut(input, 0), ...(ctx === undefined ? {} : { ctx }) };
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** A value as an answer repeats it: recognisable, and never large. */
function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string')
    return value.length > HUB_BOUNDS.echoChars
      ? `${value.slice(0, HUB_BOUNDS.echoChars).toWellFormed()}…`
      : value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth === HUB_BOUNDS.echoDepth) return '…';
  const { echoEntries } = HUB_BOUNDS;
  if (Array.isArray(value)) return value.slice(0, echoEntries).map(one => cut(one, depth + 1));
  const entries = Object.entries(value).slice(0, echoEntries);
  return Object.fromEntries(entries.map(([key, one]) => [cut(key, depth), cut(one, depth + 1)]));
}
