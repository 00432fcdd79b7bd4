import { describe, expect, it } from 'vitest';
import { CODES } from '../finding/codes.ts';
import { POSTING_CODES } from '../finding/posting-codes.ts';
import { PROPOSAL_CODES } from '../finding/proposal-codes.ts';
import { POSTING_WHY } from './posting-why.ts';
import { PROPOSAL_WHY } from './proposal-why.ts';
import { WHY } from './why.ts';

describe('why', () => {
  it.each([
    ['messages', CODES, WHY],
    ['postings', POSTING_CODES, POSTING_WHY],
    ['proposals', PROPOSAL_CODES, PROPOSAL_WHY],
  ])('every code of %s has a reason of a sentence or more, and there is no other (6.3)', (_, codes, why) => {
    expect(Object.keys(why).sort()).toEqual(Object.keys(codes).sort());
    for (const [code, text] of Object.entries(why)) {
      expect([code, text]).toEqual([code, expect.stringMatching(/^[A-Z][^{}]{60,}\.$/)]);
    }
  });
});
