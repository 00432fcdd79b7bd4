import { describe, expect, it } from 'vitest';
import { REPORT_MARK } from '../core/proposal/comment.ts';
import type { ProposalRecord } from '../core/registry/proposals.ts';
import { readRegistry } from '../core/registry/registry.ts';
import type { BaseState } from './base-state.ts';
import { planIssue } from './issue-plan.ts';
import type { IssueScene } from './issue-scene.ts';
import type { PostingState } from './posting-state.ts';

const SELF = 7007;
const DAY = '2026-12-10';
const records = {
  folder: 'registry/',
  registry: readRegistry([]),
  proposals: [],
  acks: [],
  faults: [],
  tree: new Map(),
};
const manifest = { canonical: { repository: 'a/b', branch: 'main' }, owners: [], surfaces: [] };
const base: BaseState = {
  branch: 'main',
  commit: '0'.repeat(40),
  manifest,
  tree: new Map(),
  records,
  version: null,
  versionAt: async () => null,
  heads: new Map(),
  today: DAY,
};

/** A posting that the owner has merged. */
const MERGED: PostingState = {
  ...{ number: 6, branch: 'aimf/proposal-5', state: 'merged', closedAt: 0, title: 'x', head: '1'.repeat(40) },
  ...{ mergeCommit: null, withdrawn: false, on: null, mergedVersion: null },
};

/** An issue with a free text, so many days old, and what the App said to it before. */
function scene(days: number, said: string | null, kind: 'unknown' | 'nothing' = 'unknown'): IssueScene {
  const createdAt = Date.parse(`${DAY}T00:00:00Z`) - days * 86_400_000;
  const author = { id: 3003, kind: 'User', login: 'sam' };
  const app = { id: SELF, kind: 'Bot', login: 'clerk[bot]' };
  const comment = { id: 1, author: app, body: said ?? '', createdAt, edited: false };
  return {
    issue: {
      number: 5,
      author,
      title: 'Hello',
      body: 'It is broken',
      state: 'open',
      createdAt,
      closedAt: null,
    },
    asked: { kind },
    comments: said === null ? [] : [comment],
    others: [],
    posting: null,
    base,
    self: SELF,
  };
}

describe('an issue that is none of the forms', () => {
  it('is told once what could be meant, and nothing is done', () => {
    const plan = planIssue(scene(0, null));
    expect(plan).toMatchObject({ posting: null, record: null, close: null, answers: [] });
    expect(plan.report).toContain('Nothing is decided from this text');
  });

  it('is left alone where it stood there long before the App came', () => {
    expect(planIssue(scene(8, null)).report).toBeNull();
  });

  it('is told what it now is where it once was a proposal, however old', () => {
    const plan = planIssue(scene(30, `${REPORT_MARK}\n\n**A proposal**\n`));
    expect(plan.report).toContain('Nothing is decided from this text');
    expect(plan.withdraw).toContain('What was approved is not what');
  });

  it('by a bot is no business of the App', () => {
    expect(planIssue(scene(0, null, 'nothing'))).toMatchObject({ report: null, withdraw: null, close: null });
  });
});

describe('a refusal whose posting was merged', () => {
  it('is told paused only where the agreement is: the text may have been another then', () => {
    const merged = { ...scene(0, null), posting: MERGED };
    const request = {
      form: 'cannot-implement',
      agreement: 'AGR-1',
      version: 'v1.10',
      reason: 'Too old.',
    } as const;
    const plan = planIssue({ ...merged, asked: { kind: 'refusal', request, party: 'dana' } });
    expect(plan.report).toContain('**Done.**');
    expect(plan.report).not.toContain('**Paused.**');
  });
});

describe('a proposal that was declined twice', () => {
  const declined: Omit<ProposalRecord, 'proposal'> = {
    agreement: 'AGR-1',
    by: 'dana',
    side: 'party',
    term: 'purpose',
    value: 'Seeds and photos',
    reason: 'Spring.',
    digest: '0'.repeat(64),
    state: 'declined',
    recorded: DAY,
    answer: 'No',
  };

  it('is not offered a third time, however its words were set (8.3)', () => {
    const proposals = [
      { ...declined, proposal: 4 },
      { ...declined, proposal: 5, value: 'seeds and photos.' },
    ];
    const plan = planIssue({ ...scene(0, null), base: { ...base, records: { ...records, proposals } } });
    expect(plan.report).toContain('asked twice');
  });
});
