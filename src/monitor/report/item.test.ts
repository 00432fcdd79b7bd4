import { describe, expect, it } from 'vitest';
import type { MonitorResult } from '../../core/report/monitor-json.ts';
import { someResult } from '../../store/store.test-support.ts';
import { type ItemKind, kindOf, needsPerson, surfacesOf } from './item.ts';

const result = (extra: Partial<MonitorResult>) => someResult('k', extra);
const message = (type: string, fields: Record<string, string> = {}, reply = 'main-chat') =>
  result({ envelope: { type, reply_to: reply }, fields });
const FLAG: MonitorResult['findings'][number] = {
  ...{ code: 'duplicate-changed', level: 'flag', gate: null, message: '', remedy: '' },
  ...{ line: null, column: null, field: null },
};
const ACK = { version: 'v1.11', effective: '2026-12-07' };
const asks = (form: 'proposal' | 'cannot-implement'): Partial<MonitorResult> => ({
  request: { form, fields: {} },
});

describe('what a result is to the owner', () => {
  it.each<[string, MonitorResult, ItemKind, boolean]>([
    ['a NOTE', message('NOTE'), 'note', false],
    ['a FILE_DROP', message('FILE_DROP', { purpose: 'The list' }), 'file', false],
    ['a redraft', message('FILE_DROP', { purpose: 'A redraft of section 4' }), 'proposal', true],
    ['a STATUS that is ok', message('STATUS', { state: 'ok' }), 'quiet', false],
    ['a STATUS that failed', message('STATUS', { state: 'failed' }), 'status', true],
    ['an acknowledgement', { ...message('STATUS', { state: 'ok' }), ack: ACK }, 'ack', false],
    [
      'a refusal',
      { ...message('STATUS', { state: 'attention' }), ...asks('cannot-implement') },
      'refusal',
      true,
    ],
    [
      'an announcement',
      message('STATUS', {
        ...{ topic: 'AIMF protocol update', state: 'attention' },
        detail: 'Now v1.11 (effective 2026-12-20): x',
      }),
      'announcement',
      true,
    ],
    ['a QUESTION', message('QUESTION'), 'question', true],
    ['a REQUEST', message('REQUEST'), 'work', true],
    ['a proposal', message('NOTE', { subject: 'Proposal: more' }), 'proposal', true],
    ['a proposal by a form', { ...message('NOTE'), ...asks('proposal') }, 'proposal', true],
    ['an attempt', result({ verdict: 'attempt', gate: 'schema' }), 'attempt', true],
    ['a first contact', result({ verdict: 'access-request', gate: 'allowlist' }), 'access', true],
    ['a held message', result({ verdict: 'held', gate: 'agreement' }), 'held', false],
    [
      'mail under an agreement that is over',
      result({ verdict: 'ordinary', gate: 'agreement' }),
      'closed',
      false,
    ],
    ['a duplicate', result({ verdict: 'duplicate' }), 'duplicate', false],
    ['a changed duplicate', result({ verdict: 'duplicate', findings: [FLAG] }), 'duplicate', true],
    ['a flagged STATUS', { ...message('STATUS', { state: 'ok' }), findings: [FLAG] }, 'quiet', true],
    ['what could not be read', result({ verdict: null, error: 'It is gone' }), 'unread', true],
  ])('%s (10.2)', (_, one, kind, isNeeded) => {
    expect([kindOf(one), needsPerson(one)]).toEqual([kind, isNeeded]);
  });
});

describe('reply_to decides where a result surfaces', () => {
  it.each<[string, MonitorResult, readonly string[]]>([
    ['main-chat', message('NOTE', {}, 'main-chat'), ['chat']],
    ['email', message('QUESTION', {}, 'email'), ['email']],
    ['none', message('NOTE', {}, 'none'), []],
    ['none, and it needs a person', message('STATUS', { state: 'attention' }, 'none'), ['chat', 'email']],
    [
      'an attempt names no place',
      result({ verdict: 'attempt', envelope: { reply_to: 'none' } }),
      ['chat', 'email'],
    ],
    [
      'a flagged STATUS that is ok is not silent',
      { ...message('STATUS', { state: 'ok' }, 'none'), findings: [FLAG] },
      ['chat', 'email'],
    ],
    ['a STATUS that is ok is silent', message('STATUS', { state: 'ok' }, 'email'), []],
  ])('%s (3.4)', (_, one, surfaces) => expect(surfacesOf(one)).toEqual(surfaces));
});
