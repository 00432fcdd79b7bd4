import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const FIELDS = ['format', 'id', 'from', 'type', 'sent', 'reply_to', 'agreement', 'agreement_version', 'auth'];

describe('nearest', () => {
  it.each([
    ['reply-to', 'reply_to'],
    ['Reply To', 'reply_to'],
    ['replyto', 'reply_to'],
    ['From', 'from'],
    ['form', 'from'],
    ['agrement', 'agreement'],
    ['agreementVersion', 'agreement_version'],
    ['auht', 'auth'],
    ['tpye', 'type'],
    ['subject', null],
    ['', null],
    ['x'.repeat(100_000), null],
  ])('a mistyped %s most likely meant %s (3.4)', (word, meant) => {
    expect(nearest(word, FIELDS)).toBe(meant);
  });
});
