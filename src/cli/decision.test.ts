import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BASE, built, MANIFEST_TEXT, manifestOf } from '../core/posting/small-repository.test-support.ts';
import { textAt } from '../core/posting/snapshot.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { type Run, run } from './fake-io.test-support.ts';

const NOW = '2026-12-10T15:00:00Z';
const CONFIG = `owner:
  name: andrew
  addresses: [andrew@example.net] # mine
  time_zone: UTC
registry: ./registry
mail: {proof: header-from}
parties:
  - party: dana
    agreement: AGR-1
    identities: [dana@example.com]
`;

/** The small repository without its vectors, of which it has none that could be run. */
const MANIFEST = MANIFEST_TEXT.replace(/^.*test-vectors.*\n/m, '');
const TREE = built(BASE, manifestOf(MANIFEST));

let project: GitRepository;
beforeEach(() => {
  const files = Object.fromEntries([...TREE.keys()].map(path => [path, textAt(TREE, path) ?? '']));
  project = GitRepository.create({
    ...files,
    '.github/posting.yml': MANIFEST,
    '.gitignore': '/aimf.yml\n/inbox/\n',
  });
  project.git('checkout', '-q', '-b', 'work');
  writeFileSync(join(project.folder, 'aimf.yml'), CONFIG);
  mkdirSync(join(project.folder, 'inbox'));
});
afterEach(() => project.remove());

const file = (path: string) => join(project.folder, path);
const text = (path: string) => readFileSync(file(path), 'utf8');
const changed = () => project.git('status', '--porcelain').split('\n').filter(Boolean);

/** A message that came in, as a mail. */
function mail(
  name: string,
  type: string,
  block: string,
  body = '',
  from = 'dana@example.com',
  cite = 'agreement: AGR-1\n',
): string {
  const lines = `format: AIMF/1\nid: ${name}\nfrom: ${from}\ntype: ${type}\nsent: 2026-12-10T09:00:00Z\nreply_to: none\n${cite}\n${block}\n${body === '' ? '' : `\n${body}\n`}`;
  const header = `From: ${from}\nTo: andrew@example.net\nSubject: ${type}\nDate: Thu, 10 Dec 2026 09:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n`;
  writeFileSync(file(`inbox/${name}.eml`), header + lines);
  return file(`inbox/${name}.eml`);
}

const inRepo = () => ['--repo', project.folder];
const judged = () => [...inRepo(), '--config', file('aimf.yml')];
function aimf(...args: string[]): Promise<Run> {
  return run(args, { now: NOW });
}
const record = (path: string, ...more: string[]) => aimf('proposal', 'record', path, ...judged(), ...more);
const later = () =>
  mail(
    'p-1',
    'NOTE',
    'subject: "Proposal: a later end"',
    'term: expires\nvalue: 2027-12-31\nreason: Spring is late.',
  );
const hashIn = ({ out }: Run) => /\b[0-9a-f]{12}\b/.exec(out)?.[0] ?? '';

describe('aimf proposal', () => {
  it('records a NOTE as waiting, shows what approving would do, and approves it as a complete posting (8.3)', async () => {
    const recorded = await record(later());
    expect(recorded).toMatchObject({ code: 0, err: '' });
    expect(recorded.out).toContain('Proposal 100001 for AGR-1, version 1, by dana: waiting');
    expect(recorded.out).toContain('expires: 2027-12-31\n  it is now: 2027-09-30');
    expect(recorded.out).toContain('spec/CHANGELOG.md: the entry of the new version');
    expect(changed()).toEqual(['?? registry/proposals/']);
    expect(text('registry/proposals/100001.yml')).toContain('state: waiting');

    const again = await record(later());
    expect([again.code, changed()]).toEqual([0, ['?? registry/proposals/']]);

    const list = await aimf('proposal', 'list', ...inRepo(), '--json');
    expect(JSON.parse(list.out)).toMatchObject({
      aimf: 1,
      proposals: [{ proposal: 100001, state: 'waiting' }],
    });

    const wrong = await aimf('proposal', 'approve', '100001', '00000000', ...inRepo());
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('command-hash-differs')]);
    const approved = await aimf('proposal', 'approve', '100001', hashIn(recorded), ...inRepo());
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining('Posting v1.11')]);
    project.commit('an amendment');
    const check = await aimf('posting', 'check', ...inRepo(), '--base', 'main', '--json');
    expect(JSON.parse(check.out)).toMatchObject({ verdict: 'complete', findings: [] });
    expect(text('registry/agreements/AGR-1.yml')).toContain('expires: 2027-12-31');
    expect(text('registry/proposals/100001.yml')).toContain('state: enacted');
    const closed = await aimf('proposal', 'decline', '100001', 'no', ...inRepo());
    expect([closed.code, closed.out]).toEqual([1, expect.stringContaining('proposal-closed')]);
  });

  it('an agreement that moved on makes it another proposal (9.8)', async () => {
    const hash = hashIn(await record(later()));
    const path = 'registry/agreements/AGR-1.yml';
    const moved = text(path)
      .replace('version: 1', 'version: 2')
      .replace('purpose: Share notes', 'purpose: Share plans');
    project.write(path, `${moved}  - {version: 2, date: 2026-12-09, change: other}\n`);
    const refused = await aimf('proposal', 'approve', '100001', hash, ...inRepo());
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('command-hash-differs')]);
  });

  it('a declined one may come once more, and not a third time (8.3)', async () => {
    for (const number of ['100001', '100002']) {
      expect((await record(later())).code).toBe(0);
      expect((await aimf('proposal', 'decline', number, 'Not before spring', ...inRepo())).code).toBe(0);
    }
    const third = await record(later());
    expect([third.code, third.out]).toEqual([1, expect.stringContaining('Not before spring')]);
    expect((await aimf('proposal', 'list', ...inRepo())).out).toBe('No proposal waits\n');
    expect((await aimf('proposal', 'list', '--all', ...inRepo())).out).toContain(
      'declined: Not before spring',
    );
  });

  it('two for the same term are marked, with --term and --value for a NOTE that names none (8.3)', async () => {
    await record(later());
    const prose = mail('p-2', 'NOTE', 'subject: "Proposal: even later"', 'We would like more time.');
    const second = await record(prose, '--term', 'expires', '--value', '2028-12-31');
    expect([second.code, second.out]).toEqual([0, expect.stringContaining('proposal-conflicts')]);
    const free = await record(prose);
    expect(free.out).toContain('nothing by itself: a person edits what was agreed');
    const approved = await aimf('proposal', 'approve', '100003', hashIn(free), ...inRepo());
    expect([approved.code, approved.out]).toEqual([0, expect.stringContaining('--credit dana')]);
  });

  it("the owner's own waits for the party's yes, which its own message holds (8.3)", async () => {
    const own = mail(
      'o-1',
      'NOTE',
      'subject: "Proposal: less"',
      'term: limits\nvalue: 3 messages/day\nreason: Quiet time.',
      'andrew@example.net',
    );
    const recorded = await record(own);
    expect([recorded.code, recorded.out]).toEqual([0, expect.stringContaining('by andrew: waiting')]);
    const hash = hashIn(recorded);
    const self = await aimf('proposal', 'approve', '100001', hash, ...inRepo());
    expect([self.code, self.out]).toEqual([1, expect.stringContaining('command-wrong-side')]);
    const accept = (path: string) => aimf('proposal', 'accept', '100001', path, ...judged());
    const quoted = mail('y-1', 'NOTE', 'subject: Yes', `> /accept ${hash}`);
    expect((await accept(quoted)).code).toBe(1);
    const forged = mail('y-2', 'NOTE', 'subject: Yes', `/accept ${hash}`, 'andrew@example.net');
    expect((await accept(forged)).code).toBe(1);
    const order = await accept(mail('y-4', 'NOTE', 'subject: No', '/revoke AGR-1'));
    expect([order.code, order.out]).toEqual([1, expect.stringContaining('command-nothing-waits')]);
    expect(text('registry/agreements/AGR-1.yml')).not.toContain('3 messages/day');
    const yes = await accept(mail('y-3', 'NOTE', 'subject: Yes', `/accept ${hash}`));
    expect([yes.code, yes.err]).toEqual([0, '']);
    expect(text('registry/agreements/AGR-1.yml')).toContain('3 messages/day');
    expect(text('spec/CHANGELOG.md')).not.toContain('proposed by');
  });

  it('what is not accepted, or proposes nothing, writes nothing (6)', async () => {
    const stranger = mail('s-1', 'NOTE', 'subject: "Proposal: all"', 'x', 'eve@example.org');
    expect((await record(stranger)).code).toBe(1);
    const note = mail('n-1', 'NOTE', 'subject: Hello');
    expect(await record(note)).toMatchObject({ code: 2, err: expect.stringContaining('proposes nothing') });
    const verb = mail(
      'v-1',
      'NOTE',
      'subject: "Proposal: more"',
      'term: allowed_types\nvalue: add COMMAND\nreason: x',
    );
    expect((await record(verb)).out).toContain('no proposal can add one');
    const leak = mail(
      'l-1',
      'NOTE',
      'subject: "Proposal: more"',
      'term: other\nvalue: x\nreason: ask dana@garden.net',
    );
    const leaked = await record(leak);
    expect([leaked.code, leaked.out]).toEqual([1, expect.stringContaining('issue-holds-address')]);
    expect(leaked.out).not.toContain('garden');
    expect((await record(later(), '--dry-run')).out).toContain('Nothing was written');
    expect(changed()).toEqual([]);
    expect(await aimf('proposal', 'approve', '7', '00000000', ...inRepo())).toMatchObject({ code: 2 });
  });
});

describe('aimf access approve', () => {
  const first = () =>
    mail(
      'a-1',
      'NOTE',
      'subject: Access',
      'I am the bot of Carol.\nActs for: Carol\nPurpose: Share plans\nUpdates: scheduled pull, daily',
      'carol@example.org',
      '',
    );

  it('makes a level 1 agreement as a complete posting, and the entry in the private file (9.7)', async () => {
    const granted = await aimf('access', 'approve', first(), ...judged());
    expect([granted.code, granted.err]).toEqual([0, '']);
    expect(text('registry/agreements/AGR-2026-12-10-001.yml')).toContain('parties: [andrew, carol]');
    expect(text('aimf.yml')).toContain('andrew@example.net] # mine');
    expect(text('aimf.yml')).toMatch(
      /party: carol\n {4}agreement: AGR-2026-12-10-001\n {4}identities:\n {6}- carol@example.org/,
    );
    project.commit('access');
    const check = await aimf('posting', 'check', ...inRepo(), '--base', 'main', '--json');
    expect(JSON.parse(check.out)).toMatchObject({ verdict: 'complete', findings: [] });
    expect(project.git('log', '-1', '-p')).not.toContain('carol@example.org');
    const note = mail(
      'c-1',
      'NOTE',
      'subject: Plans',
      '',
      'carol@example.org',
      'agreement: AGR-2026-12-10-001\n',
    );
    expect((await aimf('judge', note, '--config', file('aimf.yml'))).code).toBe(0);
  });

  it('asks for what the request leaves open, and refuses a label that is taken (9.7)', async () => {
    const bare = mail(
      'a-2',
      'QUESTION',
      'question: May I write?\noptions: [yes, no]',
      '',
      'dana@example.org',
      '',
    );
    const open = await aimf('access', 'approve', bare, ...judged());
    expect([open.code, open.err]).toEqual([1, expect.stringContaining('--purpose')]);
    const rest = ['--acts-for', 'Dana', '--purpose', 'Share', '--update-watch', 'monitor'];
    const taken = await aimf('access', 'approve', bare, ...judged(), ...rest);
    expect([taken.code, taken.out]).toEqual([1, expect.stringContaining('label-taken')]);
    const dry = await aimf('access', 'approve', bare, ...judged(), ...rest, '--party', 'dana2', '--dry-run');
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('Nothing was written')]);
    expect((await aimf('access', 'approve', later(), ...judged())).code).toBe(1);
    expect(changed()).toEqual([]);
    expect(text('aimf.yml')).toBe(CONFIG);
  });
});

describe('aimf acks record', () => {
  const ack = (detail: string) =>
    mail('k-1', 'STATUS', `topic: AIMF protocol update\nstate: ok\ndetail: "${detail}"`);

  it('writes the ack beside the registry, once, and the ledger shows it (9.5)', async () => {
    const path = ack('Acknowledged v1.10 (effective 2026-12-07)');
    const written = await aimf('acks', 'record', path, ...judged(), '--json');
    expect(JSON.parse(written.out)).toMatchObject({ written: true, path: 'registry/acks/v1.10/AGR-1.yml' });
    const ledger = await aimf('acks', '--registry', file('registry'), '--json');
    expect(JSON.parse(ledger.out)).toMatchObject({
      ledger: [{ state: 'acknowledged', acknowledged: '2026-12-10' }],
    });
    expect((await aimf('acks', 'record', path, ...judged())).out).toContain('says so already');
    expect((await aimf('acks', '--registry', file('registry'), '--overdue')).out).toContain(
      'None is overdue',
    );
  });

  it('refuses another version, another message and a stranger (9.5)', async () => {
    const wrong = await aimf('acks', 'record', ack('Acknowledged v1.9 (effective 2026-10-26)'), ...judged());
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('ack-version-unknown')]);
    expect((await aimf('acks', 'record', mail('n-2', 'NOTE', 'subject: x'), ...judged())).code).toBe(2);
    expect(
      (await aimf('acks', 'record', mail('n-3', 'NOTE', 'subject: x', '', 'eve@example.org'), ...judged()))
        .code,
    ).toBe(1);
    expect(changed()).toEqual([]);
  });
});

describe('aimf waiting', () => {
  it('shows in one view what waits (8.3, 9.5, 9.7)', async () => {
    expect(await aimf('waiting', ...inRepo())).toMatchObject({ code: 0, out: 'Nothing waits for you\n' });
    await record(later());
    const stranger = mail('a-3', 'NOTE', 'subject: Access', 'x', 'carol@example.org', '');
    const results = await aimf('judge', stranger, '--config', file('aimf.yml'), '--json');
    writeFileSync(file('inbox/judged.json'), results.out);
    const options = [...inRepo(), '--judged', file('inbox/judged.json')];
    const shown = await run(['waiting', ...options], { now: '2027-09-15T12:00:00Z' });
    expect(shown.code).toBe(1);
    expect(shown.out).toMatch(/aimf proposal approve 100001 [0-9a-f]{12}/);
    for (const words of ['asks for access: carol@example.org', 'overdue: andrew and dana', 'ends soon'])
      expect(shown.out).toContain(words);
    const json = await run(['waiting', ...options, '--json'], { now: '2027-10-15T12:00:00Z' });
    expect(JSON.parse(json.out).waiting.map((one: { kind: string }) => one.kind)).toEqual([
      'proposal',
      'access-request',
      'expired',
    ]);
    writeFileSync(file('inbox/judged.json'), '{}');
    expect((await aimf('waiting', ...options)).code).toBe(2);
  });
});

describe('aimf agreement', () => {
  const agreement = (...args: string[]) => aimf('agreement', ...args, ...inRepo());
  const AGREEMENT = 'registry/agreements/AGR-1.yml';

  it('pauses and resumes as a complete posting (8.6)', async () => {
    const paused = await agreement('pause', 'AGR-1', 'cannot implement v1.11');
    expect([paused.code, paused.out]).toEqual([
      0,
      expect.stringContaining('Posting v1.11: AGR-1, version 2'),
    ]);
    expect(text(AGREEMENT)).toContain('status: paused');
    expect(text(AGREEMENT)).toContain('change: "paused by the owner: cannot implement v1.11"');
    project.commit('a pause');
    project.git('branch', '-f', 'main');
    expect((await agreement('resume', 'AGR-1')).code).toBe(0);
    expect(text(AGREEMENT)).toContain('status: active');
    expect(text(AGREEMENT)).toContain('change: resumed by the owner');
  }, 120_000);

  it('revokes, with the message that tells the other side from the address of the private file (8.6)', async () => {
    const revoke = (...more: string[]) => agreement('revoke', 'AGR-1', '--dry-run', '--json', ...more);
    const written = JSON.parse((await revoke('--config', file('aimf.yml'))).out);
    expect(written.notice).toContain('from: andrew@example.net\n');
    expect(written.notice).toContain('topic: AIMF agreement revoked\nstate: attention\n');
    const without = JSON.parse((await revoke('--config', file('none.yml'))).out);
    expect(without.notice).toContain('from: andrew\n');
    const told = await agreement('revoke', 'AGR-1', '--config', file('aimf.yml'));
    expect([told.code, told.out]).toEqual([0, expect.stringContaining('id: revoked-AGR-1\n')]);
    expect(text(AGREEMENT)).toContain('status: revoked');
  });

  it('a turn that leads nowhere, or a reason that may not be public, is refused (8.6)', async () => {
    for (const [args, code] of [
      [['resume', 'AGR-1'], 'command-no-effect'],
      [['pause', 'AGR-9', 'x'], 'proposal-agreement-unknown'],
      [['pause', 'AGR-1', 'ask dana@mail.test'], 'issue-holds-address'],
      [['pause', 'AGR-1', ' '], 'command-argument'],
    ] as const) {
      const refused = await agreement(...args);
      expect([refused.code, refused.out]).toEqual([1, expect.stringContaining(code)]);
    }
    expect(changed()).toEqual([]);
  });
});
