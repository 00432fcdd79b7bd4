import { describe, expect, it } from 'vitest';
import { manifestOf } from '../posting/small-repository.test-support.ts';
import { readRegistry } from '../registry/registry.ts';
import { type Actor, authorityOf, namesParty, ownerLabel, partyLabel } from './actor.ts';
import type { Command } from './command.ts';
import { readCommand } from './command.ts';
import { rule, type Scene } from './decision.ts';
import { type Proposal, readProposal, recordOf } from './proposal.ts';

const TODAY = '2026-12-10';
const agreement = (id: string, party: string, more = '') => ({
  path: `agreements/${id}.yml`,
  text: `agreement: ${id}
version: 1
status: active
parties: [andrew, ${party}]
purpose: Share notes
level: 1
allowed_types: [NOTE, STATUS]
transport: email
update_watch: {andrew: monitor, ${party}: monitor}
expires: 2027-09-30
${more}`,
});
const registry = readRegistry([
  agreement('AGR-1', 'dana', 'github: {dana: 42}\n'),
  agreement('AGR-2', 'carol', 'github: {carol: 43}\n'),
  agreement('AGR-3', 'eve', 'github: {eve: 1234}\n'),
  agreement('AGR-4', 'frank'),
]);
const { owners } = manifestOf();
const user = (id: number, login = 'x'): Actor => ({ id, kind: 'User', login });
const authority = (actor: Actor) => authorityOf(actor, owners, registry);
const OWNER = authority(user(1234));
const DANA = authority(user(42));
const CAROL = authority(user(43));
const NOBODY = authority(user(7));

function proposal(side: 'party' | 'owner'): Proposal {
  const asker = { label: side === 'party' ? 'dana' : 'andrew', side };
  const asked = { agreement: 'AGR-1', term: 'expires', value: '2027-12-31', reason: 'More time.' } as const;
  const read = readProposal(asked, asker, registry, TODAY).proposal;
  if (read === null) throw new Error('No proposal');
  return read;
}
function scene(side: 'party' | 'owner' = 'party', more: Partial<Scene> = {}): Scene {
  return { proposal: proposal(side), number: 5, record: null, registry, today: TODAY, ...more };
}
function ruled(text: string, who: ReturnType<typeof authority>, where: Scene = scene()): string {
  const { command } = readCommand(text);
  if (command === null) throw new Error(`${text} is no command`);
  const ruling = rule(command as Command, who, where);
  return ruling.ruling === 'nothing' ? ruling.findings.map(one => one.code).join() : ruling.ruling;
}
const hash = (side: 'party' | 'owner') => proposal(side).digest.slice(0, 12);

describe('who may speak', () => {
  it.each([
    ['AGR-1', true, 'names it'],
    ['AGR-3', false, "names the owner's"],
    ['AGR-4', false, 'names none'],
  ])('for a party, as %s shows: %s, since it %s (9.8)', (id, named) => {
    const one = registry.agreements.get(id)?.agreement;
    expect(one && namesParty(one, owners)).toBe(named);
  });

  it('is told by the numeric id of a person, never by a login (9.8)', () => {
    expect(OWNER.owner).toBe(true);
    expect(partyLabel(DANA)).toBe('dana');
    expect(authority(user(7, 'andrew'))).toEqual({ owner: false, parties: new Map() });
    expect(authority({ id: 1234, kind: 'Bot', login: 'andrew' }).owner).toBe(false);
    expect(authority({ id: 42, kind: 'Organization', login: 'dana' }).parties.size).toBe(0);
  });

  it('is the owner alone where an agreement names the same account as a party (8.3)', () => {
    expect(OWNER.parties.size).toBe(0);
  });

  it('the owner is the label that all agreements share', () => {
    expect(ownerLabel(registry)).toBe('andrew');
    expect(ownerLabel(readRegistry([]))).toBeNull();
  });
});

describe('a decision on a proposal', () => {
  it("a party's is approved and declined by the owner alone (8.3)", () => {
    expect(ruled(`/approve ${hash('party')}`, OWNER)).toBe('enact');
    expect(ruled('/decline Too long', OWNER)).toBe('decline');
    for (const who of [CAROL, NOBODY]) {
      expect(ruled(`/approve ${hash('party')}`, who)).toBe('command-not-allowed');
      expect(ruled('/decline no', who)).toBe('command-not-allowed');
    }
    expect(ruled(`/approve ${hash('party')}`, DANA)).toBe('command-not-allowed');
    expect(ruled(`/accept ${hash('party')}`, DANA)).toBe('command-wrong-side');
    expect(ruled(`/accept ${hash('party')}`, OWNER)).toBe('command-wrong-side');
  });

  it("the owner's waits for the party's own acceptance (8.3)", () => {
    const owners = scene('owner');
    expect(ruled(`/accept ${hash('owner')}`, DANA, owners)).toBe('enact');
    expect(ruled('/decline No time', DANA, owners)).toBe('decline');
    expect(ruled(`/approve ${hash('owner')}`, OWNER, owners)).toBe('command-wrong-side');
    expect(ruled(`/accept ${hash('owner')}`, OWNER, owners)).toBe('command-not-allowed');
    expect(ruled(`/accept ${hash('owner')}`, CAROL, owners)).toBe('command-not-allowed');
  });

  it('holds for the text that was read: an edit voids it (9.8)', () => {
    expect(ruled('/approve 00000000', OWNER)).toBe('command-hash-differs');
    const edited = { ...proposal('party'), digest: '0'.repeat(64) };
    expect(ruled(`/approve ${hash('party')}`, OWNER, scene('party', { proposal: edited }))).toBe(
      'command-hash-differs',
    );
  });

  it('is made once, and not of what is no proposal (8.3)', () => {
    const record = { ...recordOf(proposal('party'), 5, TODAY), state: 'enacted' } as const;
    expect(ruled(`/approve ${hash('party')}`, OWNER, scene('party', { record }))).toBe('proposal-closed');
    expect(ruled('/decline no', OWNER, scene('party', { proposal: null }))).toBe('command-nothing-waits');
    const access = { digest: 'ab'.repeat(32), side: 'party', agreement: null } as const;
    expect(ruled(`/approve ${'ab'.repeat(4)}`, OWNER, scene('party', { proposal: access }))).toBe('enact');
    expect(ruled(`/approve ${'ab'.repeat(4)}`, DANA, scene('party', { proposal: access }))).toBe(
      'command-not-allowed',
    );
  });
});

describe('a command about an agreement', () => {
  it("pausing and resuming are the owner's (8.6)", () => {
    expect(ruled('/pause AGR-1 no answer', OWNER)).toBe('pause');
    expect(ruled('/resume AGR-1', OWNER)).toBe('command-no-effect');
    expect(ruled('/pause AGR-1 no answer', DANA)).toBe('command-not-allowed');
    const paused = readRegistry([
      { ...agreement('AGR-1', 'dana'), text: agreement('AGR-1', 'dana').text.replace('active', 'paused') },
    ]);
    expect(ruled('/resume AGR-1', OWNER, scene('party', { registry: paused }))).toBe('resume');
    expect(ruled('/pause AGR-1 x', OWNER, scene('party', { registry: paused }))).toBe('command-no-effect');
  });

  it("revoking is either side's, of its own agreement, alone and without a reason (8.6)", () => {
    expect(ruled('/revoke AGR-1', OWNER)).toBe('revoke');
    expect(ruled('/revoke AGR-1', DANA)).toBe('revoke');
    expect(ruled('/revoke AGR-1', CAROL)).toBe('command-not-allowed');
    expect(ruled('/revoke AGR-1', NOBODY)).toBe('command-not-allowed');
    expect(ruled('/revoke AGR-9', OWNER)).toBe('proposal-agreement-unknown');
  });
});
