import { describe, expect, it } from 'vitest';
import {
  nextProposalNumber,
  type ProposalRecord,
  proposalRecordText,
  readProposals,
} from '../registry/proposals.ts';
import { readRegistry } from '../registry/registry.ts';
import type { Term } from './form.ts';
import {
  type Asker,
  canonicalJson,
  namesDigest,
  type Proposal,
  readProposal,
  recordOf,
  standingOfProposal,
} from './proposal.ts';

const TODAY = '2026-12-10';
const BASE = `agreement: AGR-1
version: 3
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE, FILE_DROP, STATUS]
allowed_actions: []
transport: email
update_watch: {andrew: monitor, dana: monitor}
expires: 2027-01-31
limits: "5 messages/day"
`;
const LEVEL2 = BASE.replace('level: 1', 'level: 2')
  .replace('STATUS]', 'STATUS, REQUEST]')
  .replace('allowed_actions: []', 'allowed_actions: [summarize]');
const DANA: Asker = { label: 'dana', side: 'party' };
const registryOf = (text: string) => readRegistry([{ path: 'agreements/AGR-1.yml', text }]);

function read(term: Term, value: string, text = BASE, asker: Asker = DANA, reason = 'We need it.') {
  return readProposal({ agreement: 'AGR-1', term, value, reason }, asker, registryOf(text), TODAY);
}
function proposalOf(...args: Parameters<typeof read>): Proposal {
  const { proposal, findings } = read(...args);
  if (proposal === null) throw new Error(findings.map(one => one.code).join());
  return proposal;
}
const codes = (...args: Parameters<typeof read>) => read(...args).findings.map(one => one.code);

describe('what a proposal asks for', () => {
  it.each<[Term, string, object]>([
    ['expires', '2027-06-30', { term: 'expires', from: '2027-01-31', to: '2027-06-30' }],
    ['expires', '2026-12-10', { term: 'expires', from: '2027-01-31', to: '2026-12-10' }],
    ['limits', '8 messages/day', { term: 'limits', from: '5 messages/day', to: '8 messages/day' }],
    [
      'purpose',
      'Share notes and plans',
      { term: 'purpose', from: 'Share notes', to: 'Share notes and plans' },
    ],
    ['other', 'Meet in May', { term: 'other', text: 'Meet in May' }],
  ])('%s %s (8.3)', (term, value, change) => {
    expect(read(term, value)).toMatchObject({ proposal: { change, by: 'dana', version: 3 }, findings: [] });
  });

  it.each<[Term, string, readonly string[], readonly string[], readonly string[]]>([
    ['allowed_types', 'add QUESTION', ['NOTE', 'FILE_DROP', 'STATUS', 'QUESTION'], ['QUESTION'], []],
    ['allowed_types', '+QUESTION, -FILE_DROP', ['NOTE', 'STATUS', 'QUESTION'], ['QUESTION'], ['FILE_DROP']],
    ['allowed_types', '[STATUS, NOTE]', ['NOTE', 'STATUS'], [], ['FILE_DROP']],
    ['allowed_actions', 'extract-dates', ['extract-dates'], ['extract-dates'], []],
    ['allowed_actions', 'add extract-dates', ['extract-dates'], ['extract-dates'], []],
    ['transport', 'email and github', ['email', 'github'], ['github'], []],
  ])('%s "%s", by the words of the format (8.3)', (term, value, to, added, removed) => {
    expect(proposalOf(term, value).change).toEqual({ term, to, added, removed });
  });

  it('verbs come one at a time, and leave as they like (8.4)', () => {
    expect(codes('allowed_actions', 'summarize, compare')).toEqual(['verbs-several']);
    expect(codes('allowed_actions', 'add compare, add extract-dates', LEVEL2)).toEqual(['verbs-several']);
    expect(proposalOf('allowed_actions', 'summarize, compare', LEVEL2).change).toMatchObject({
      added: ['compare'],
    });
    expect(proposalOf('allowed_actions', 'none', LEVEL2).change).toMatchObject({
      to: [],
      removed: ['summarize'],
    });
    expect(codes('allowed_types', 'add REQUEST')).toEqual(['request-without-verb']);
    expect(codes('allowed_types', 'remove REQUEST', LEVEL2)).toEqual(['verbs-left']);
  });

  it('no proposal can add a type, a verb or a wire to the format (8.3)', () => {
    expect(codes('allowed_types', 'add COMMAND')).toEqual(['type-not-in-format']);
    expect(codes('allowed_actions', 'send')).toEqual(['action-not-in-format']);
    expect(codes('allowed_actions', 'add __proto__')).toEqual(['action-not-in-format']);
    expect(codes('transport', 'pigeon')).toEqual(['transport-unknown']);
  });

  it.each<[Term, string, string[]]>([
    ['expires', 'next year', ['expires-not-date']],
    ['expires', '2027-02-30', ['expires-not-date']],
    ['expires', '2026-12-09', ['expires-past']],
    ['expires', '2027-01-31', ['proposal-changes-nothing']],
    ['limits', 'as many as you like', ['limits-unreadable']],
    ['limits', '8 messages/day; whatever', ['limits-unreadable']],
    ['limits', ';', ['limits-unreadable']],
    ['limits', '11 files', ['limits-over-format']],
    ['limits', '30 MB per message', ['limits-over-format']],
    ['allowed_types', 'NOTE, add QUESTION', ['list-mixed']],
    ['allowed_types', 'add NOTE', ['proposal-changes-nothing']],
    ['allowed_types', 'none', ['list-empty']],
    ['allowed_types', 'add QUESTION, remove QUESTION', ['list-mixed']],
    ['allowed_types', 'remove STATUS', ['status-taken-away']],
  ])('%s "%s" gives %j (8.3)', (term, value, found) => {
    expect(codes(term, value)).toEqual(found);
  });

  it('only a party of an agreement that has not ended may ask (8.6)', () => {
    expect(codes('expires', '2027-06-30', BASE, null)).toEqual(['proposal-not-a-party']);
    expect(codes('expires', '2027-06-30', BASE, { label: 'carol', side: 'party' })).toEqual([
      'proposal-not-a-party',
    ]);
    expect(codes('expires', '2027-06-30', BASE.replace('active', 'revoked'))).toEqual([
      'proposal-agreement-revoked',
    ]);
    const expired = BASE.replace('2027-01-31', '2026-12-01');
    expect(codes('limits', '8 messages/day', expired)).toEqual(['proposal-agreement-expired']);
    expect(codes('expires', '2027-06-30', expired)).toEqual([]);
    expect(codes('expires', '2027-06-30', BASE.replace('status: active\n', ''))).toEqual([
      'proposal-agreement-unreadable',
    ]);
    expect(
      readProposal(
        { agreement: 'AGR-9', term: 'other', value: 'x', reason: 'y' },
        DANA,
        registryOf(BASE),
        TODAY,
      ).findings[0]?.code,
    ).toBe('proposal-agreement-unknown');
  });

  it('an agreement with no update watching is a finding (9.5)', () => {
    const unwatched = BASE.replace(', dana: monitor}', '}');
    expect(codes('expires', '2027-06-30', unwatched)).toEqual(['update-watch-missing']);
    expect(read('expires', '2027-06-30', unwatched).proposal).not.toBeNull();
  });
});

describe('the digest', () => {
  it('is the same for the same however it is written, and another for anything else (9.8)', () => {
    const one = proposalOf('allowed_types', 'add QUESTION').digest;
    expect(proposalOf('allowed_types', 'QUESTION, STATUS, NOTE, FILE_DROP').digest).toBe(one);
    expect(proposalOf('allowed_types', 'add QUESTION', BASE, DANA, 'We need it.  \r\n').digest).toBe(one);
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    const others = [
      proposalOf('allowed_types', 'add QUESTION', BASE, DANA, 'We want it.').digest,
      proposalOf('allowed_types', 'add QUESTION, remove FILE_DROP').digest,
      proposalOf('allowed_types', 'add QUESTION', BASE.replace('version: 3', 'version: 4')).digest,
      proposalOf('allowed_types', 'add QUESTION', BASE, { label: 'andrew', side: 'owner' }).digest,
    ];
    expect(new Set([one, ...others]).size).toBe(5);
  });

  it('is named by eight digits or more (9.8)', () => {
    const digest = proposalOf('expires', '2027-06-30').digest;
    expect(namesDigest(digest.slice(0, 8), digest)).toBe(true);
    expect(namesDigest(digest, digest)).toBe(true);
    expect(namesDigest(digest.slice(0, 7), digest)).toBe(false);
    expect(namesDigest(`${digest}0`, digest)).toBe(false);
    expect(namesDigest('', digest)).toBe(false);
  });

  it('is of JSON in one form (9.8)', () => {
    expect(canonicalJson({ b: 'x"\n', a: 1 })).toBe('{"a":1,"b":"x\\"\\n"}');
  });
});

describe('what was proposed before', () => {
  const proposal = proposalOf('expires', '2027-06-30');
  const record = (number: number, more: Partial<ProposalRecord> = {}): ProposalRecord => ({
    ...recordOf(proposal, number, TODAY),
    ...more,
  });
  const declined = (number: number, more: Partial<ProposalRecord> = {}) =>
    record(number, { state: 'declined', decided: TODAY, answer: 'Too long', ...more });
  const found = (...records: ProposalRecord[]) => {
    const { closed, findings } = standingOfProposal(proposal, 9, records);
    return [closed, ...findings.map(one => one.code)];
  };

  it('a declined proposal may be asked once more, and not a third time (8.3)', () => {
    expect(found()).toEqual([false]);
    expect(found(declined(1))).toEqual([false, 'proposal-asked-again']);
    expect(found(declined(1), declined(2))).toEqual([true, 'proposal-asked-too-often']);
    expect(found(declined(1), declined(2, { value: '2028-01-01' }))).toEqual([false, 'proposal-asked-again']);
    expect(found(declined(1, { side: 'owner', by: 'andrew' }))).toEqual([false]);
  });

  it('two open ones for one term of one agreement conflict (8.3)', () => {
    expect(found(record(1))).toEqual([false, 'proposal-conflicts']);
    expect(found(record(9))).toEqual([false]);
    expect(found(record(1, { agreement: 'AGR-2' }), record(2, { term: 'limits' }))).toEqual([false]);
    expect(found(record(1, { state: 'enacted' }))).toEqual([false]);
  });

  it('is read back from its records, each in its own place (8.3)', () => {
    const one = record(4, { reason: 'Line one\n\nline: two # three', value: '2027-06-30' });
    const files = [
      { path: 'proposals/4.yml', text: proposalRecordText(one) },
      { path: 'proposals/5.yml', text: proposalRecordText(one) },
      { path: 'proposals/6.yml', text: 'proposal: 6\n' },
      { path: 'acks/v1.9/AGR-1.yml', text: 'x' },
    ];
    const { proposals, faults } = readProposals(files);
    expect(proposals).toEqual([one]);
    expect(new Set(faults.map(fault => fault.path))).toEqual(new Set(['proposals/5.yml', 'proposals/6.yml']));
    expect(nextProposalNumber(proposals)).toBe(100_001);
    expect(nextProposalNumber([record(100_001)])).toBe(100_002);
  });
});
