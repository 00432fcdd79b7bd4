import { describe, expect, it } from 'vitest';
import { answerMark } from '../core/proposal/comment.ts';
import type { Decidable } from '../core/proposal/decision.ts';
import type { BaseState } from './base-state.ts';
import { commandsIn, decideOn } from './commands.ts';
import type { CommentState, IssueState } from './github-reads.ts';

const OWNER = { id: 1, kind: 'User', login: 'owner' };
const STRANGER = { id: 3, kind: 'User', login: 'stranger' };
const SELF = { id: 9, kind: 'Bot', login: 'clerk[bot]' };
const DIGEST = 'a'.repeat(64);
const APPROVE = `/approve ${DIGEST.slice(0, 12)}`;

/** No more of a base than a decision about commands looks at. */
const base = {
  manifest: { owners: [{ id: OWNER.id, login: 'somebody-else' }] },
  records: { registry: { agreements: new Map(), capabilities: new Map(), protocol: null, faults: [] } },
  today: '2026-12-01',
} as unknown as BaseState;
const issue: IssueState = {
  ...{ number: 7, author: STRANGER, title: '', body: '', state: 'open' },
  ...{ createdAt: 0, closedAt: null },
};
const waiting: Decidable = { digest: DIGEST, side: 'party', agreement: null };

function said(...texts: readonly (readonly [CommentState['author'], string])[]): readonly CommentState[] {
  return texts.map(([author, body], at) => ({ id: at + 1, author, body, createdAt: at + 1, edited: false }));
}

function decided(comments: readonly CommentState[], since = 0) {
  const scene = { issue, proposal: waiting, record: null, since, base };
  return decideOn(commandsIn(comments, base, SELF.id), scene);
}

describe('what commands come to (9.8)', () => {
  it('the last decision that holds is the decision', () => {
    expect(decided(said([OWNER, APPROVE], [OWNER, '/decline No'])).decision).toMatchObject({
      ruling: 'decline',
    });
    expect(decided(said([OWNER, '/decline No'], [OWNER, APPROVE])).decision).toEqual({ ruling: 'enact' });
    expect(decided(said([OWNER, APPROVE], [STRANGER, '/decline No'])).decision).toEqual({ ruling: 'enact' });
  });

  it('one that was answered, or came before what ended it, is done', () => {
    const answered = said([OWNER, APPROVE], [SELF, `${answerMark(1)}\n\nDone.`]);
    expect(decided(answered)).toEqual({ decision: null, orders: [], answers: [] });
    expect(decided(said([OWNER, APPROVE]), 1)).toEqual({ decision: null, orders: [], answers: [] });
    const faked = said([OWNER, APPROVE], [STRANGER, `${answerMark(1)}\n\nDone.`]);
    expect(decided(faked).decision).toEqual({ ruling: 'enact' });
  });

  it('a stranger is answered three times, and the owner always', () => {
    const many = (who: typeof OWNER) => said(...Array.from({ length: 5 }, () => [who, '/approve'] as const));
    expect(decided(many(STRANGER)).answers).toHaveLength(3);
    expect(decided(many(OWNER)).answers).toHaveLength(5);
    const before = said(
      [STRANGER, '/approve'],
      [SELF, answerMark(1)],
      [STRANGER, '/x'],
      [STRANGER, '/accept'],
    );
    expect(decided(before).answers).toHaveLength(1);
  });
});
