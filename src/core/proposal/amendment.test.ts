import { describe, expect, it } from 'vitest';
import { readAgreement } from '../agreement/agreement.ts';
import { readAnnouncement } from '../message/acknowledgement.ts';
import { parseMessage } from '../message/parse.ts';
import { releaseOf } from '../posting/announcement.ts';
import { AGREEMENT, BASE, built, decide, edit, MANIFEST } from '../posting/small-repository.test-support.ts';
import { type Snapshot, textAt, withTexts } from '../posting/snapshot.ts';
import { readAcks } from '../registry/acks.ts';
import { checkRegistry } from '../registry/check.ts';
import { readProposals } from '../registry/proposals.ts';
import { grantAccess } from './access.ts';
import { recordAck } from './acknowledgement-record.ts';
import {
  type Amendment,
  type AmendmentResult,
  changeStatus,
  declineProposal,
  enactProposal,
  prepareAmendment,
  recordExpiry,
} from './amendment.ts';
import type { Term } from './form.ts';
import { type Asker, readProposal, recordOf } from './proposal.ts';
import { type Records, recordsAt } from './records.ts';
import { revocationNotice } from './revocation.ts';

const TODAY = '2026-12-10';
const PATH = 'registry/agreements/AGR-1.yml';
const DANA: Asker = { label: 'dana', side: 'party' };

function records(tree: Snapshot): Records {
  const read = recordsAt(tree, MANIFEST);
  if (read === null) throw new Error('No records');
  return read;
}
function amendment(result: AmendmentResult | null): Amendment {
  if (result === null || 'findings' in result) throw new Error(JSON.stringify(result));
  return result;
}
function enacted(term: Term, value: string, tree: Snapshot = BASE, asker: Asker = DANA): Amendment {
  const all = records(tree);
  const asked = { agreement: 'AGR-1', term, value, reason: 'The garden goes on.' };
  const { proposal, findings } = readProposal(asked, asker, all.registry, TODAY);
  if (proposal === null) throw new Error(JSON.stringify(findings));
  return amendment(enactProposal(proposal, recordOf(proposal, 12, TODAY), all, TODAY));
}
function posted(one: Amendment, tree: Snapshot = BASE): Snapshot {
  const plan = prepareAmendment(tree, tree, MANIFEST, one, TODAY);
  if ('faults' in plan) throw new Error(plan.faults.join('; '));
  return withTexts(tree, plan.writes);
}
const file = (one: Amendment) => one.writes.get(PATH) ?? '';

describe('an approved proposal', () => {
  it.each<[Term, string]>([
    ['expires', '2027-12-31'],
    ['limits', '8 messages/day'],
    ['purpose', 'Share notes: and plans # too'],
    ['allowed_types', 'add QUESTION'],
    ['allowed_actions', 'extract-dates'],
    ['transport', 'email, github'],
  ])('for %s becomes a complete posting (9.2)', (term, value) => {
    const one = enacted(term, value);
    const head = posted(one);
    expect(decide(head)).toMatchObject({ verdict: 'complete', findings: [], version: { head: 'v1.11' } });
    expect(textAt(head, 'registry/protocol.yml')).toContain('normative: v1.10');
    expect(textAt(head, 'spec/CHANGELOG.md')).toContain('(proposed by dana)');
    const all = records(head);
    expect(checkRegistry(all.registry, [])).toEqual([]);
    expect(all.registry.agreements.get('AGR-1')?.agreement?.version).toBe(2);
    expect(all.proposals).toMatchObject([{ proposal: 12, state: 'enacted', decided: TODAY, by: 'dana' }]);
  });

  it('changes only what it is about: comments, order and everything else of the file stay (8.2)', () => {
    const commented = AGREEMENT.replace('level: 1', 'level: 1 # narrow').replace(
      'purpose:',
      '# why\npurpose:',
    );
    const tree = built(edit(BASE, PATH, commented));
    const text = file(enacted('expires', '2027-12-31', tree));
    const line =
      '  - {version: 2, date: 2026-12-10, change: "valid until 2027-12-31 instead of 2027-09-30; proposed by dana, proposal 12"}\n';
    expect(text.replaceAll('"', '')).toBe(
      `${commented.replace('version: 1', 'version: 2').replace('2027-09-30', '2027-12-31')}${line}`.replaceAll(
        '"',
        '',
      ),
    );
  });

  it('writes a list in place of one that had lines of its own (8.2)', () => {
    const lines = AGREEMENT.replace('[NOTE, STATUS]', '# the types\n  - NOTE\n  - STATUS # acks');
    const text = file(enacted('allowed_types', 'add QUESTION', built(edit(BASE, PATH, lines))));
    expect(text).toContain('allowed_types: [NOTE, STATUS, QUESTION]\nallowed_actions: []');
  });

  it('a verb brings level 2 and REQUEST, and the last one takes both along (8.4)', () => {
    const up = posted(enacted('allowed_actions', 'extract-dates'));
    const opened = records(up).registry.agreements.get('AGR-1')?.agreement;
    expect(opened).toMatchObject({
      level: 2,
      allowed_actions: ['extract-dates'],
      allowed_types: ['NOTE', 'STATUS', 'REQUEST'],
    });
    const down = posted(enacted('allowed_actions', 'none', up), up);
    const closed = records(down).registry.agreements.get('AGR-1')?.agreement;
    expect(closed).toMatchObject({
      version: 3,
      level: 1,
      allowed_actions: [],
      allowed_types: ['NOTE', 'STATUS'],
    });
  });

  it("the owner's is credited to nobody, and says whose it was (9.6)", () => {
    const one = enacted('expires', '2027-12-31', BASE, { label: 'andrew', side: 'owner' });
    expect(one.credit).toBeNull();
    expect(file(one)).toContain('proposed by andrew');
    expect(textAt(posted(one), 'spec/CHANGELOG.md')).not.toContain('proposed by');
  });

  it('what only a person can read changes nothing by itself (8.3)', () => {
    const one = enacted('other', 'Meet in May');
    expect(one).toMatchObject({ byHand: true, credit: 'dana' });
    expect([...one.writes.keys()]).toEqual(['registry/proposals/12.yml']);
    expect(prepareAmendment(BASE, BASE, MANIFEST, one, TODAY)).toHaveProperty('faults');
  });

  it("a stranger's words stand in no history, no changelog and no title (8.3)", () => {
    const one = enacted('purpose', 'Fixes #1, see @andrew and https://example.com/x');
    expect(one.summary).not.toMatch(/[@#]|https/);
    const history = readAgreement(file(one));
    expect('agreement' in history ? history.agreement.history?.at(-1)?.change : '').not.toMatch(/[@#]|https/);
    expect(textAt(posted(one), 'spec/CHANGELOG.md')).not.toContain('@andrew');
  });

  it('a purpose with marks of Markdown or HTML is plain text on the page of the registry (8.2)', () => {
    const page = textAt(posted(enacted('purpose', '<img src=x> [a](b) *c* | d')), 'registry/README.md');
    expect(page).toContain('\\<img src=x\\> \\[a\\](b) \\*c\\* \\| d');
  });

  it('what the check would refuse is refused before anything is opened (9.5)', () => {
    const unwatched = edit(BASE, PATH, text => text.replace(', dana: monitor}', '}'));
    const plan = prepareAmendment(
      unwatched,
      unwatched,
      MANIFEST,
      enacted('expires', '2027-12-31', unwatched),
      TODAY,
    );
    expect(plan).toMatchObject({ faults: [expect.stringContaining('update_watch')] });
  });

  it('a file written in another way is left alone, with the reason (8.2)', () => {
    const flow =
      '{agreement: AGR-1, version: 1, status: active, parties: [andrew, dana], purpose: x, level: 1, allowed_types: [NOTE], transport: email, expires: 2027-09-30}\n';
    const all = records(edit(BASE, PATH, flow));
    const read = readProposal(
      { agreement: 'AGR-1', term: 'expires', value: '2027-12-31', reason: 'x' },
      DANA,
      all.registry,
      TODAY,
    );
    if (read.proposal === null) throw new Error('No proposal');
    expect(enactProposal(read.proposal, recordOf(read.proposal, 1, TODAY), all, TODAY)).toMatchObject({
      findings: [{ code: 'amendment-impossible' }],
    });
  });
});

describe('a declined proposal', () => {
  it('is a record with the reason, and no posting (8.3)', () => {
    const all = records(BASE);
    const { proposal } = readProposal(
      { agreement: 'AGR-1', term: 'other', value: 'x', reason: 'y' },
      DANA,
      all.registry,
      TODAY,
    );
    if (proposal === null) throw new Error('No proposal');
    const writes = declineProposal(recordOf(proposal, 3, TODAY), 'Not now: later', all, TODAY);
    const tree = withTexts(BASE, writes);
    expect(
      readProposals([{ path: 'proposals/3.yml', text: textAt(tree, 'registry/proposals/3.yml') ?? '' }]),
    ).toMatchObject({
      proposals: [{ state: 'declined', answer: 'Not now: later' }],
      faults: [],
    });
    expect(decide(tree).verdict).toBe('none');
  });
});

describe('the life of an agreement', () => {
  it('pausing, resuming and revoking are versions of it, each a complete posting (8.6)', () => {
    let tree = BASE;
    for (const [status, words] of [
      ['paused', 'paused by andrew'],
      ['active', 'resumed by andrew'],
      ['revoked', 'revoked by dana'],
    ] as const) {
      const one = amendment(changeStatus('AGR-1', { status, words }, records(tree), TODAY));
      const next = posted(one, tree);
      expect(decide(next, tree)).toMatchObject({ verdict: 'complete', findings: [] });
      tree = next;
    }
    const { agreement } = records(tree).registry.agreements.get('AGR-1') ?? { agreement: null };
    expect(agreement).toMatchObject({ version: 4, status: 'revoked' });
    expect(agreement?.history?.map(one => one.change).slice(1)).toEqual([
      'paused by andrew',
      'resumed by andrew',
      'revoked by dana',
    ]);
  });

  it('the end of its date is said once, in a posting (8.6)', () => {
    const late = '2027-10-01';
    expect(recordExpiry('AGR-1', records(BASE), '2027-09-30')).toBeNull();
    const one = amendment(recordExpiry('AGR-1', records(BASE), late));
    const plan = prepareAmendment(BASE, BASE, MANIFEST, one, late);
    if ('faults' in plan) throw new Error(plan.faults.join());
    const tree = withTexts(BASE, plan.writes);
    expect(textAt(tree, PATH)).toContain('change: expired on 2027-09-30');
    expect(recordExpiry('AGR-1', records(tree), late)).toBeNull();
  });

  it('a revocation is told as a valid STATUS (8.6)', () => {
    const { agreement } = records(BASE).registry.agreements.get('AGR-1') ?? { agreement: null };
    if (agreement === null) throw new Error('No agreement');
    const letter = { from: 'andrew@example.com', sent: '2026-12-10T10:00:00Z' };
    const text = revocationNotice(agreement, 'andrew', letter) ?? '';
    const reading = parseMessage(text);
    expect(reading.findings).toEqual([]);
    expect(reading).toMatchObject({ type: 'STATUS', fields: { topic: 'AIMF agreement revoked' } });
    expect(readAnnouncement(reading.type, reading.fields)).toBeNull();
  });
});

const CAROL = {
  form: 'access-request',
  party: 'carol',
  acts_for: 'Carol',
  purpose: 'Share: plans',
  update_watch: 'pull, daily',
} as const;
const TERMS = {
  owner: 'andrew',
  transport: 'github',
  githubId: 77,
  expires: '2027-06-30',
  updatesLocation: 'https://github.com/a/b',
} as const;

describe('an approved access request', () => {
  it('is an agreement of level 1 with the next free id, in a complete posting (9.7)', () => {
    const one = amendment(grantAccess(CAROL, TERMS, records(BASE), TODAY));
    const tree = posted(one);
    expect(decide(tree)).toMatchObject({ verdict: 'complete', findings: [] });
    expect(records(tree).registry.agreements.get('AGR-2026-12-10-001')?.agreement).toMatchObject({
      level: 1,
      allowed_types: ['NOTE', 'FILE_DROP', 'STATUS'],
      allowed_actions: [],
      purpose: 'Share: plans',
      github: { carol: 77 },
      update_watch: { andrew: 'monitor', carol: 'pull, daily' },
    });
    const another = amendment(grantAccess({ ...CAROL, party: 'eve' }, TERMS, records(tree), TODAY));
    expect(another.agreement).toBe('AGR-2026-12-10-002');
    const release = releaseOf(tree, BASE, MANIFEST);
    expect('announcements' in release ? release.announcements.map(each => each.party) : release).toEqual([
      'carol',
    ]);
  });

  it("a label that is somebody's is taken (9.7)", () => {
    for (const party of ['dana', 'andrew'])
      expect(grantAccess({ ...CAROL, party }, TERMS, records(BASE), TODAY)).toMatchObject({
        findings: [{ code: 'label-taken' }],
      });
  });
});

describe('an ack', () => {
  const ack = {
    form: 'acknowledgement',
    agreement: 'AGR-1',
    version: 'v1.10',
    effective: '2026-12-07',
  } as const;

  it('is one small record of its own, written once (9.5)', () => {
    const record = recordAck(ack, 'dana', records(BASE), TODAY);
    if ('findings' in record) throw new Error('No record');
    expect(record).toMatchObject({ path: 'registry/acks/v1.10/AGR-1.yml', known: false });
    const tree = withTexts(BASE, new Map([[record.path, record.text]]));
    expect(readAcks([{ path: 'acks/v1.10/AGR-1.yml', text: record.text }]).acks).toEqual([record.ack]);
    expect(recordAck(ack, 'dana', records(tree), '2027-01-01')).toMatchObject({
      known: true,
      text: record.text,
    });
    expect(decide(tree).verdict).toBe('none');
  });

  it.each<[object, string | null, string]>([
    [{ version: 'v1.9' }, 'dana', 'ack-version-unknown'],
    [{ effective: '2026-12-08' }, 'dana', 'ack-effective-differs'],
    [{ agreement: 'AGR-9' }, 'dana', 'proposal-agreement-unknown'],
    [{}, 'carol', 'proposal-not-a-party'],
    [{}, null, 'proposal-not-a-party'],
  ])('%j by %s is refused: %s (9.5)', (more, party, code) => {
    expect(recordAck({ ...ack, ...more }, party, records(BASE), TODAY)).toMatchObject({
      findings: [{ code }],
    });
  });

  it('counts for no agreement that has ended (8.6)', () => {
    expect(recordAck(ack, 'dana', records(BASE), '2027-10-01')).toMatchObject({
      findings: [{ code: 'agreement-not-active' }],
    });
  });
});
