import { type Finding, finding } from '../finding/finding.ts';
import { nearest } from '../finding/nearest.ts';
import type { Reading } from '../message/parse.ts';
import { ACTIONS, isMessageType, TYPES } from '../message/type.ts';

/** The third gate: is the type one of the five, and a REQUEST's verb one of the listed ones (specification section 6.4). */
export function typeGate(reading: Reading): readonly Finding[] {
  const type = reading.type ?? '';
  if (!isMessageType(type)) {
    return [finding('type-unknown', { type, nearest: nearest(type, TYPES) ?? '' }, { field: 'type' })];
  }
  const action = reading.fields?.action;
  if (type !== 'REQUEST' || typeof action !== 'string') return [];
  if ((ACTIONS as readonly string[]).includes(action)) return [];
  return [
    finding('action-unknown', { action, nearest: nearest(action, ACTIONS) ?? '' }, { field: 'action' }),
  ];
}
