import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GATES } from '../finding/codes.ts';
import { readMail } from '../mail/mail.ts';
import type { Sender } from '../mail/sender.ts';
import type { Delivery, ReceivedFile } from '../message/delivery.ts';
import { mailDelivery } from '../message/mail-delivery.ts';
import { textDelivery } from '../message/text-delivery.ts';
import { readReceiver } from '../registry/receiver.ts';
import { readRegistry } from '../registry/registry.ts';
import { hmacAuth } from './auth.ts';
import type { Context } from './context.ts';
import { contentHash, Inbox } from './inbox.ts';
import { judge } from './judge.ts';
import { findingsOf, VERDICTS, type Verdict } from './verdict.ts';

const RECEIVER = `owner: {name: andrew, addresses: [andrew@example.net, home@example.net], time_zone: America/New_York}
mail: {proof: header-from, subject_tag: "[garden]"}
parties:
  - {party: dana, agreement: AGR-1, identities: [dana@example.com, bot@example.com], secret_env: DANA}
  - {party: lena, agreement: AGR-2, identities: [lena@example.com]}
senders: {dana-phone: phone@example.org, tablet: tablet@example.org}
`;
const AGREEMENT = `agreement: AGR-1
version: 3
status: active
parties: [andrew, dana]
purpose: Share notes on the garden
level: 2
allowed_types: [NOTE, FILE_DROP, STATUS, REQUEST]
allowed_actions: [summarize]
transport: [email, chat, folder]
update_watch: {andrew: monitor, dana: monitor}
transport_senders: [dana-phone]
auth: none
expires: 2027-01-31
limits: "2 files / 1 MB per message; 2 messages/day"
protocol_version: v1.10
`;
const PROTOCOL =
  'version: v1.10\nposted: 2026-11-30\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n';
const ARRIVAL = '2026-11-30T15:00:00Z';

type World = {
  readonly receiver?: string;
  readonly agreement?: string;
  readonly protocol?: string;
  readonly files?: readonly (readonly [string, string])[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly inbox?: Inbox;
};

function context(world: World = {}): Context & { readonly inbox: Inbox } {
  const read = readReceiver(world.receiver ?? RECEIVER);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const files = [
    ['agreements/AGR-1.yml', world.agreement ?? AGREEMENT],
    ['agreements/AGR-2.yml', AGREEMENT.replace('AGR-1', 'AGR-2').replaceAll('dana', 'lena')],
    ['protocol.yml', world.protocol ?? PROTOCOL],
    ...(world.files ?? []),
  ] as const;
  const registry = readRegistry(files.map(([path, text]) => ({ path, text })));
  return {
    receiver: read.receiver,
    registry,
    inbox: world.inbox ?? new Inbox(),
    secrets: new Map(Object.entries(world.secrets ?? {})),
  };
}

const ENVELOPE = {
  format: 'AIMF/1',
  id: 'n-1',
  from: 'dana@example.com',
  type: 'NOTE',
  sent: '2026-11-30T09:30:00-05:00',
  reply_to: 'main-chat',
  agreement: 'AGR-1',
};
const lines = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).flatMap(([key, value]) => (value === '' ? [] : [`${key}: ${value}`]));
/** A message's text: the envelope with changes (an empty value leaves the field out), and the type block. */
const text = (
  changes: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, string>> = { subject: 'Seeds' },
) => [...lines({ ...ENVELOPE, ...changes }), '', ...lines(fields)].join('\n');

const proven = (identity: string): Sender => ({ status: 'proven', identity, by: 'account', findings: [] });
const byFolder = (party: string): Sender => ({
  status: 'proven',
  identity: party,
  by: 'folder',
  findings: [],
});
const unproven = (claimed: string | null): Sender => ({ status: 'unproven', claimed, findings: [] });
const unavailable = (claimed: string): Sender => ({ status: 'unavailable', claimed, findings: [] });

function delivery(message: string | null, more: Partial<Delivery> = {}): Delivery {
  return {
    transport: 'chat',
    received: Date.parse(ARRIVAL),
    sender: proven('dana@example.com'),
    subject: null,
    fileName: null,
    automatic: null,
    text: message,
    displayText: null,
    files: [],
    findings: [],
    ...more,
  };
}
const file = (name: string, size = 10): ReceivedFile => ({
  names: [name],
  mediaType: 'text/plain',
  inline: false,
  bytes: new Uint8Array(size).fill(97),
  encodedBytes: size,
});

const ends = (verdict: Verdict) => `${verdict.verdict} ${verdict.gate}`;
const codes = (verdict: Verdict) => findingsOf(verdict).map(one => one.code);
const results = (verdict: Verdict) => verdict.gates.map(one => one.result).join(' ');
const judged = (message: string, more: Partial<Delivery> = {}, world: World = {}) =>
  judge(delivery(message, more), context(world));

const BROKEN = text({ sent: 'yesterday' });
const NOT_AIMF = 'Hello Andrew';

describe('judge', () => {
  it('accepts what passes all four gates, and shows all four (6)', () => {
    const verdict = judged(text());
    expect(verdict).toMatchObject({
      verdict: 'accepted',
      gate: null,
      party: 'dana',
      type: 'NOTE',
      fields: { subject: 'Seeds' },
      envelope: { id: 'n-1' },
    });
    expect(verdict.gates.map(one => one.gate)).toEqual(GATES);
    expect(results(verdict)).toBe('pass pass pass pass');
    expect(codes(verdict)).toEqual(['purpose-by-person']);
  });

  it.each([
    ['allowlist', text({ from: 'lena@example.com' }), 'fail skipped skipped skipped'],
    ['schema', BROKEN, 'pass fail skipped skipped'],
    ['type', text({ type: 'PARCEL' }), 'pass pass fail skipped'],
    ['agreement', text({ agreement: 'AGR-9' }), 'pass pass pass fail'],
  ])('stops at the first gate that fails, %s, and skips the rest (6)', (gate, message, expected) => {
    const verdict = judged(message);
    expect(ends(verdict)).toBe(`attempt ${gate}`);
    expect(results(verdict)).toBe(expected);
  });

  it.each([
    ['a text of no such shape', NOT_AIMF, {}, 'not-aimf'],
    ['a quoted envelope', text().replaceAll(/^/gm, '> '), {}, 'not-aimf'],
    [
      'automatic mail with an envelope',
      text(),
      { automatic: 'Auto-Submitted: auto-replied' },
      'automatic-mail',
    ],
    ['nothing', '', {}, 'not-aimf'],
  ])('%s is ordinary and meets no gate (6.6)', (_, message, more, code) => {
    const verdict = judged(message, more);
    expect(ends(verdict)).toBe('ordinary null');
    expect(results(verdict)).toBe('skipped skipped skipped skipped');
    expect(codes(verdict)).toEqual([code]);
  });

  it('a mail of a type’s subject is judged, though it has no envelope (3.1)', () => {
    const mail = { transport: 'email', subject: 'NOTE' } as const;
    expect(ends(judged(NOT_AIMF, mail))).toBe('attempt schema');
    expect(ends(judged(NOT_AIMF, { ...mail, sender: proven('zoe@example.org') }))).toBe('ordinary null');
  });

  it('a text that could not be had is judged by its sender alone (6.3)', () => {
    const shown = { displayText: text(), findings: [] };
    expect(ends(judge(delivery(null, shown), context()))).toBe('attempt schema');
    expect(ends(judge(delivery(null, { ...shown, sender: proven('zoe@example.org') }), context()))).toBe(
      'ordinary null',
    );
    expect(ends(judge(delivery(null), context()))).toBe('ordinary null');
  });
});

describe('the allowlist gate', () => {
  const stranger = text({ from: 'zoe@example.org', agreement: '' });
  const strangers = (type: string) =>
    text(
      { from: 'zoe@example.org', agreement: '', type },
      type === 'QUESTION' ? { question: 'May I?', options: '[yes, no]' } : { subject: 'a' },
    );

  it.each<[string, string, Sender, string, string]>([
    // Proven
    ['a listed party as itself', text(), proven('dana@example.com'), 'accepted null', ''],
    [
      'by its other identity',
      text({ from: 'bot@example.com' }),
      proven('bot@example.com'),
      'accepted null',
      '',
    ],
    [
      'with the domain in capitals',
      text({ from: 'dana@EXAMPLE.com' }),
      proven('dana@Example.COM'),
      'accepted null',
      '',
    ],
    [
      'with the local part in capitals',
      text({ from: 'Dana@example.com' }),
      proven('Dana@example.com'),
      'access-request allowlist',
      'sender-unlisted',
    ],
    [
      'one identity claimed, the other proven',
      text({ from: 'bot@example.com' }),
      proven('dana@example.com'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'another party claimed',
      text({ from: 'lena@example.com' }),
      proven('dana@example.com'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'a listed party claimed by a stranger',
      text(),
      proven('zoe@example.org'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    ['with a plus tag', text(), proven('dana+x@example.com'), 'attempt allowlist', 'sender-mismatch'],
    [
      'a stranger claimed by a stranger',
      stranger,
      proven('yan@example.org'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'a stranger claimed by a listed party',
      stranger,
      proven('dana@example.com'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'an unreadable envelope of a listed party',
      BROKEN,
      proven('dana@example.com'),
      'attempt schema',
      'sent-invalid',
    ],
    [
      'an unreadable envelope of a stranger',
      BROKEN,
      proven('zoe@example.org'),
      'ordinary null',
      'sender-unlisted',
    ],
    [
      'from that is no address, of a listed party',
      text({ from: 'dana' }),
      proven('dana@example.com'),
      'attempt schema',
      'field-invalid',
    ],
    [
      'from that is no address, of a stranger',
      text({ from: 'dana' }),
      proven('zoe@example.org'),
      'ordinary null',
      'sender-unlisted',
    ],
    [
      'a stranger’s NOTE',
      strangers('NOTE'),
      proven('zoe@example.org'),
      'access-request allowlist',
      'sender-unlisted',
    ],
    [
      'a stranger’s QUESTION',
      strangers('QUESTION'),
      proven('zoe@example.org'),
      'access-request allowlist',
      'sender-unlisted',
    ],
    [
      'a stranger’s STATUS',
      strangers('STATUS'),
      proven('zoe@example.org'),
      'ordinary null',
      'sender-unlisted',
    ],
    [
      'a stranger’s FILE_DROP',
      strangers('FILE_DROP'),
      proven('zoe@example.org'),
      'ordinary null',
      'sender-unlisted',
    ],
    [
      'a stranger’s REQUEST',
      strangers('REQUEST'),
      proven('zoe@example.org'),
      'ordinary null',
      'sender-unlisted',
    ],
    [
      'a stranger’s unknown type',
      strangers('PARCEL'),
      proven('zoe@example.org'),
      'ordinary null',
      'sender-unlisted',
    ],
    [
      'the owner as himself',
      text({ from: 'andrew@example.net' }),
      proven('andrew@example.net'),
      'ordinary null',
      'from-owner',
    ],
    [
      'the owner by his other address',
      text({ from: 'home@example.net' }),
      proven('andrew@example.net'),
      'ordinary null',
      'from-owner',
    ],
    ['the owner’s unreadable envelope', BROKEN, proven('andrew@example.net'), 'ordinary null', 'from-owner'],
    [
      'a party claimed by the owner',
      text(),
      proven('andrew@example.net'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'the owner claimed by a party',
      text({ from: 'andrew@example.net' }),
      proven('dana@example.com'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'the owner claimed by a stranger',
      text({ from: 'andrew@example.net' }),
      proven('zoe@example.org'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    // Transport senders
    ['a transport sender in both places', text(), proven('phone@example.org'), 'accepted null', ''],
    [
      'a transport sender, unreadable envelope',
      BROKEN,
      proven('phone@example.org'),
      'attempt schema',
      'sent-invalid',
    ],
    [
      'a transport sender in the private file alone',
      text(),
      proven('tablet@example.org'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'a transport sender for another party',
      text({ from: 'lena@example.com', agreement: 'AGR-2' }),
      proven('phone@example.org'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'a transport sender as itself',
      text({ from: 'phone@example.org' }),
      proven('phone@example.org'),
      'access-request allowlist',
      'sender-unlisted',
    ],
    // A wire that proves the party
    ['a folder of the party', text(), byFolder('dana'), 'accepted null', ''],
    [
      'an account that is called like the party',
      text(),
      proven('dana'),
      'attempt allowlist',
      'sender-mismatch',
    ],
    [
      'a folder of the party, other identity',
      text({ from: 'bot@example.com' }),
      byFolder('dana'),
      'accepted null',
      '',
    ],
    ['a folder of another party', text(), byFolder('lena'), 'attempt allowlist', 'sender-mismatch'],
    [
      'a folder of the party, unreadable envelope',
      BROKEN,
      byFolder('dana'),
      'attempt schema',
      'sent-invalid',
    ],
    // Unproven
    ['a claim to a listed identity', text(), unproven(null), 'attempt allowlist', 'sender-unproven'],
    [
      'a claim in From, unreadable envelope',
      BROKEN,
      unproven('dana@example.com'),
      'attempt allowlist',
      'sender-unproven',
    ],
    ['a claim in From alone', stranger, unproven('dana@example.com'), 'attempt allowlist', 'sender-unproven'],
    [
      'a claim to be the owner',
      text({ from: 'andrew@example.net' }),
      unproven(null),
      'attempt allowlist',
      'sender-unproven',
    ],
    [
      'a first contact without proof',
      stranger,
      unproven('zoe@example.org'),
      'attempt allowlist',
      'sender-unproven',
    ],
    ['a first contact without any From', stranger, unproven(null), 'attempt allowlist', 'sender-unproven'],
    [
      'a transport sender in From alone',
      BROKEN,
      unproven('phone@example.org'),
      'attempt allowlist',
      'sender-unproven',
    ],
    [
      'a transport sender, unreadable envelope, DNS down',
      BROKEN,
      unavailable('phone@example.org'),
      'held allowlist',
      '',
    ],
    [
      'a sender of the private file alone in From',
      BROKEN,
      unproven('tablet@example.org'),
      'attempt allowlist',
      'sender-unproven',
    ],
    [
      'nobody, unreadable envelope',
      text({ from: 'zoe@example.org', sent: 'x' }),
      unproven(null),
      'ordinary null',
      '',
    ],
    // Not to be had now
    ['a listed party, DNS down', text(), unavailable('dana@example.com'), 'held allowlist', ''],
    [
      'a listed party, unreadable envelope, DNS down',
      BROKEN,
      unavailable('dana@example.com'),
      'held allowlist',
      '',
    ],
    ['a transport sender, DNS down', text(), unavailable('phone@example.org'), 'held allowlist', ''],
    ['a first contact, DNS down', stranger, unavailable('zoe@example.org'), 'held allowlist', ''],
    [
      'a listed party claimed under another From, DNS down',
      text(),
      unavailable('zoe@example.org'),
      'attempt allowlist',
      'sender-unproven',
    ],
  ])('%s (6.1)', (_, message, sender, expected, code) => {
    const verdict = judged(message, { sender });
    expect(ends(verdict)).toBe(expected);
    if (code !== '') expect(codes(verdict)).toContain(code);
    expect(verdict.party === 'dana').toBe(expected.startsWith('accepted') || expected.endsWith('schema'));
  });

  it('a transport sender must stand in the agreement and in the private file (6.1)', () => {
    const sender = proven('phone@example.org');
    const bare = AGREEMENT.replace('transport_senders: [dana-phone]\n', '');
    expect(ends(judged(text(), { sender }, { agreement: bare }))).toBe('attempt allowlist');
    const receiver = RECEIVER.replace('dana-phone: phone@example.org, ', '');
    expect(ends(judged(text(), { sender }, { receiver }))).toBe('attempt allowlist');
    expect(ends(judged(text(), { sender }))).toBe('accepted null');
  });

  it('on the GitHub wire a label is bound to the account (2.1)', () => {
    const agreement = AGREEMENT.replace('[email, chat, folder]', 'github');
    const github = { transport: 'github', sender: proven('dana') } as const;
    expect(ends(judged(text({ from: 'dana' }), github, { agreement }))).toBe('accepted null');
    expect(ends(judged(text({ from: 'lena' }), github, { agreement }))).toBe('attempt allowlist');
    expect(ends(judged(text(), github, { agreement }))).toBe('attempt schema');
    expect(ends(judged(text({ from: 'dana', auth: 'x' }), github, { agreement }))).toBe('attempt schema');
  });

  it('what the wire noticed about the sender is told whatever happens (2.2)', () => {
    const noted: Sender = {
      status: 'proven',
      identity: 'dana@example.com',
      by: 'dkim',
      findings: [{ code: 'sender-name-misleading', args: {}, place: {}, level: 'flag' }],
    };
    for (const message of [text(), BROKEN, text({ from: 'zoe@example.org' })]) {
      expect(codes(judged(message, { sender: noted }))).toContain('sender-name-misleading');
    }
  });

  describe('auth', () => {
    const SECRET = 'a-made-up-secret';
    const secrets = { dana: SECRET };
    const asks = (auth: string) => AGREEMENT.replace('auth: none', `auth: ${auth}`);
    const code = (key: string, id: string, sent: string, type: string) =>
      createHmac('sha256', key).update(`${id}|${sent}|${type}`).digest('hex').slice(0, 32);

    it('the HMAC is that of the specification, and Node’s (6.2)', () => {
      const example = { id: '2026-11-09-003', sent: '2026-11-09T09:30:00-05:00', type: 'NOTE' };
      expect(hmacAuth(SECRET, example)).toBe('d6fb162da88ca8d39b1996d631415218');
      fc.assert(
        fc.property(
          fc.string({ minLength: 1, unit: 'grapheme' }),
          fc.string({ unit: 'grapheme' }),
          fc.string(),
          (key, id, type) => {
            expect(hmacAuth(key, { id, sent: example.sent, type })).toBe(code(key, id, example.sent, type));
          },
        ),
        { numRuns: 100 },
      );
    });

    const good = code(SECRET, ENVELOPE.id, ENVELOPE.sent, ENVELOPE.type);
    it.each([
      ['none', '', 'accepted null', ''],
      ['none', 'anything', 'accepted null', ''],
      ['secret', SECRET, 'accepted null', ''],
      ['secret', '', 'attempt allowlist', 'auth-missing'],
      ['secret', 'a-made-up-secre', 'attempt allowlist', 'auth-wrong'],
      ['secret', 'A-made-up-secret', 'attempt allowlist', 'auth-wrong'],
      ['secret', good, 'attempt allowlist', 'auth-wrong'],
      ['hmac', good, 'accepted null', 'auth-covers-part'],
      ['hmac', '', 'attempt allowlist', 'auth-missing'],
      ['hmac', good.toUpperCase(), 'attempt allowlist', 'auth-wrong'],
      ['hmac', good.slice(0, 31), 'attempt allowlist', 'auth-wrong'],
      ['hmac', `${good}0`, 'attempt allowlist', 'auth-wrong'],
      ['hmac', SECRET, 'attempt allowlist', 'auth-wrong'],
      ['hmac', code(SECRET, 'n-2', ENVELOPE.sent, ENVELOPE.type), 'attempt allowlist', 'auth-wrong'],
      ['hmac', code(SECRET, ENVELOPE.id, ENVELOPE.sent, 'STATUS'), 'attempt allowlist', 'auth-wrong'],
      ['hmac', code('another', ENVELOPE.id, ENVELOPE.sent, ENVELOPE.type), 'attempt allowlist', 'auth-wrong'],
    ])('an agreement with auth %s and the line %j: %s (6.2)', (auth, line, expected, told) => {
      const verdict = judged(text({ auth: line }), {}, { agreement: asks(auth), secrets });
      expect(ends(verdict)).toBe(expected);
      if (told !== '') expect(codes(verdict)).toContain(told);
    });

    it.each(['secret', 'hmac'])(
      'while the secret for %s is not at hand the message is held, whatever it says (6.2)',
      auth => {
        for (const line of ['', 'wrong', good]) {
          const verdict = judged(text({ auth: line }), {}, { agreement: asks(auth) });
          expect(ends(verdict)).toBe('held allowlist');
          expect(findingsOf(verdict)).toMatchObject([
            { code: 'auth-secret-unset', args: { party: 'dana', variable: 'DANA' } },
          ]);
        }
      },
    );

    it('comes on top of the wire’s proof and never replaces it (6.2)', () => {
      const world = { agreement: asks('secret'), secrets };
      expect(ends(judged(text({ auth: SECRET }), { sender: unproven('dana@example.com') }, world))).toBe(
        'attempt allowlist',
      );
      expect(ends(judged(text({ auth: SECRET }), { sender: proven('zoe@example.org') }, world))).toBe(
        'attempt allowlist',
      );
    });

    it('is asked for by the agreement on the list where none, or another’s, is cited (6.2)', () => {
      const world = { agreement: asks('secret'), secrets };
      for (const cited of ['', 'AGR-2', 'AGR-9']) {
        expect(codes(judged(text({ agreement: cited }), {}, world))).toContain('auth-missing');
        expect(ends(judged(text({ agreement: cited, auth: SECRET }), {}, world))).toBe('attempt agreement');
      }
    });

    it('an envelope that cannot be read fails at schema, not at its auth (6.3)', () => {
      expect(ends(judged(BROKEN, {}, { agreement: asks('hmac'), secrets }))).toBe('attempt schema');
    });
  });
});

describe('the schema gate', () => {
  const mail = (subject: string | undefined) => ({ transport: 'email', subject }) as const;

  it.each([
    ['NOTE', 'accepted null', ''],
    [' NOTE ', 'accepted null', ''],
    ['Re: NOTE', 'accepted null', 'subject-prefix'],
    ['RE: Fwd: NOTE', 'accepted null', 'subject-prefix'],
    ['fw: NOTE', 'accepted null', 'subject-prefix'],
    ['Re : NOTE', 'accepted null', 'subject-prefix'],
    ['[garden] NOTE', 'accepted null', 'subject-prefix'],
    ['Re: [garden] Re: NOTE', 'accepted null', 'subject-prefix'],
    ['[other] NOTE', 'attempt schema', 'subject-mismatch'],
    ['note', 'attempt schema', 'subject-mismatch'],
    ['NOTE: seeds', 'attempt schema', 'subject-mismatch'],
    ['STATUS', 'attempt schema', 'subject-mismatch'],
    ['AW: NOTE', 'attempt schema', 'subject-mismatch'],
    ['', 'attempt schema', 'subject-mismatch'],
    [undefined, 'attempt schema', 'subject-mismatch'],
  ])('a mail with the subject %j: %s (2.4)', (subject, expected, code) => {
    const verdict = judged(text(), mail(subject));
    expect(ends(verdict)).toBe(expected);
    expect(codes(verdict).filter(one => one.startsWith('subject'))).toEqual(code === '' ? [] : [code]);
  });

  it('a subject of a hundred thousand replies ends at once (2.4)', () => {
    expect(ends(judged(text(), mail(`${'re:'.repeat(80_000)}NOTE`)))).toBe('accepted null');
    expect(ends(judged(text(), mail(`${' re :'.repeat(50_000)}x`)))).toBe('attempt schema');
  });

  it.each([
    ['2026-12-01T15:00:00Z', 'accepted null', ''],
    ['2026-12-01T15:00:01Z', 'attempt schema', 'sent-ahead'],
    ['2026-12-01T10:00:00-05:00', 'accepted null', ''],
    ['2026-11-23T15:00:00Z', 'accepted null', ''],
    ['2026-11-23T14:59:59Z', 'accepted null', 'sent-old'],
    ['0001-01-01T00:00:00Z', 'accepted null', 'sent-old'],
    ['9999-12-31T23:59:59Z', 'attempt schema', 'sent-ahead'],
    [`2026-12-09T00:00:00.${'1'.repeat(2000)}Z`, 'attempt schema', 'sent-ahead'],
  ])('sent %s, arrived 2026-11-30T15:00:00Z: %s (3.4)', (sent, expected, code) => {
    const verdict = judged(text({ sent }));
    expect(ends(verdict)).toBe(expected);
    expect(codes(verdict).filter(one => one.startsWith('sent'))).toEqual(code === '' ? [] : [code]);
  });

  it('in a drop folder the file is called <id>.md (2.1)', () => {
    const folder = (fileName: string | null) => judged(text(), { transport: 'folder', fileName });
    expect(ends(folder('n-1.md'))).toBe('accepted null');
    for (const name of ['n-1.txt', 'N-1.md', 'n-1.md.md', 'n-2.md', ' n-1.md']) {
      expect(ends(folder(name))).toBe('attempt schema');
      expect(codes(folder(name))).toContain('folder-file-name');
    }
    expect(ends(judged(text(), { transport: 'chat', fileName: 'x.txt' }))).toBe('accepted null');
  });

  it('files are held against the text, and refused ones are told (5)', () => {
    const drop = (files: ReceivedFile[]) =>
      judged(text({ type: 'FILE_DROP' }, { filename: 'a.txt', purpose: 'Plan' }), { files });
    expect(ends(drop([file('a.txt')]))).toBe('accepted null');
    expect(codes(drop([]))).toContain('attachment-absent');
    expect(codes(drop([file('a.txt'), file('b.txt')]))).toContain('attachment-not-named');
    const refused = drop([file('a.txt'), file('b.exe')]);
    expect(ends(refused)).toBe('attempt schema');
    expect(refused.attachments.map(one => one.refused)).toEqual([false, true]);
  });

  it('the form of the wire’s own text counts too (2.3)', () => {
    const findings = [{ code: 'text-charset', args: { charset: 'x' }, place: {}, level: 'error' }] as const;
    expect(ends(judged(text(), { findings }))).toBe('attempt schema');
  });
});

describe('the type gate', () => {
  it.each([
    ['PARCEL', {}, 'type-unknown', ''],
    ['note', {}, 'type-unknown', 'NOTE'],
    ['FILEDROP', {}, 'type-unknown', 'FILE_DROP'],
    ['REQUEST', { action: 'delete', target: 'a' }, 'action-unknown', ''],
    ['REQUEST', { action: 'summarise', target: 'a' }, 'action-unknown', 'summarize'],
    ['REQUEST', { action: 'constructor', target: 'a' }, 'action-unknown', ''],
  ])('the type %s with %j stops here (6.4)', (type, fields, code, nearest) => {
    const verdict = judged(text({ type }, Object.keys(fields).length === 0 ? { subject: 'a' } : fields));
    expect(ends(verdict)).toBe('attempt type');
    expect(findingsOf(verdict)).toMatchObject([{ code, args: { nearest } }]);
  });
});

describe('the agreement gate', () => {
  const change = (from: string | RegExp, to: string) => AGREEMENT.replace(from, to);

  it.each([
    ['none is cited', { agreement: '' }, AGREEMENT, 'attempt agreement', 'agreement-missing'],
    ['it is not known', { agreement: 'AGR-9' }, AGREEMENT, 'attempt agreement', 'agreement-unknown'],
    ['it is another party’s', { agreement: 'AGR-2' }, AGREEMENT, 'attempt agreement', 'agreement-of-another'],
    [
      'its record cannot be read',
      {},
      change('level: 2', 'level: 7'),
      'attempt agreement',
      'agreement-invalid',
    ],
    ['it is revoked', {}, change('active', 'revoked'), 'ordinary agreement', 'agreement-revoked'],
    ['it has expired', {}, change('2027-01-31', '2026-11-29'), 'ordinary agreement', 'agreement-expired'],
    ['it is paused', {}, change('active', 'paused'), 'held agreement', 'agreement-paused'],
    [
      'it is revoked and has expired',
      {},
      change('active', 'revoked').replace('2027-01-31', '2026-01-01'),
      'ordinary agreement',
      'agreement-revoked',
    ],
    [
      'it is paused and has expired',
      {},
      change('active', 'paused').replace('2027-01-31', '2026-01-01'),
      'ordinary agreement',
      'agreement-expired',
    ],
    [
      'it is paused and all else is wrong too',
      { protocol_version: 'v1.1' },
      change('active', 'paused')
        .replace(/allowed_types.*/, 'allowed_types: []')
        .replace(/transport: .*/, 'transport: email'),
      'held agreement',
      'agreement-paused',
    ],
    ['it is on its last day', {}, change('2027-01-31', '2026-11-30'), 'accepted null', 'purpose-by-person'],
    ['the type is not listed', {}, change('[NOTE, ', '['), 'attempt agreement', 'type-not-allowed'],
    [
      'the wire is not listed',
      {},
      change('[email, chat, folder]', 'email'),
      'attempt agreement',
      'transport-not-allowed',
    ],
    [
      'the protocol version is superseded',
      { protocol_version: 'v1.8' },
      AGREEMENT,
      'attempt agreement',
      'protocol-superseded',
    ],
    [
      'the protocol version is the previous one, still in time',
      { protocol_version: 'v1.9' },
      AGREEMENT,
      'accepted null',
      '',
    ],
    [
      'the protocol version is not posted yet',
      { protocol_version: 'v1.11' },
      AGREEMENT,
      'accepted null',
      'protocol-ahead',
    ],
    [
      'the agreement version differs',
      { agreement_version: '2' },
      AGREEMENT,
      'accepted null',
      'agreement-version-differs',
    ],
    ['the agreement version is the record’s', { agreement_version: '3' }, AGREEMENT, 'accepted null', ''],
    [
      'a clause of the limits cannot be read',
      {},
      change('2 messages/day', 'few messages'),
      'accepted null',
      'limits-unreadable',
    ],
    [
      'no way of watching is recorded',
      {},
      change(/update_watch.*\n/, ''),
      'accepted null',
      'update-watch-missing',
    ],
    [
      'the subject lies outside the scope',
      {},
      `${AGREEMENT}scope: {subjects: ["Garden*"]}\n`,
      'attempt agreement',
      'purpose-outside',
    ],
    [
      'the subject lies within the scope',
      {},
      `${AGREEMENT}scope: {subjects: ["seed?"]}\n`,
      'accepted null',
      '',
    ],
  ])('%s (6.5)', (_, changes, agreement, expected, code) => {
    const verdict = judged(text(changes), {}, { agreement });
    expect(ends(verdict)).toBe(expected);
    if (code !== '') expect(codes(verdict)).toContain(code);
    if (expected !== 'accepted null' || code === '')
      expect(codes(verdict).filter(one => one !== 'purpose-by-person')).toEqual(code === '' ? [] : [code]);
  });

  it('a verb must be listed, and level 1 opens none (8.4)', () => {
    const request = (action: string, agreement = AGREEMENT) =>
      judged(text({ type: 'REQUEST' }, { action, target: 'a' }), {}, { agreement });
    expect(ends(request('summarize'))).toBe('accepted null');
    expect(codes(request('compare'))).toContain('action-not-allowed');
    expect(codes(request('summarize', change('level: 2', 'level: 1')))).toEqual(
      expect.arrayContaining(['type-not-allowed', 'action-not-allowed']),
    );
  });

  it('capability statements narrow what is allowed, and a broken one is only flagged (8.1)', () => {
    const dana = ['capabilities/dana.yml', 'party: dana\noffers: [STATUS]\n'] as const;
    const andrew = ['capabilities/andrew.yml', 'party: andrew\naccepts: [STATUS]\n'] as const;
    expect(codes(judged(text(), {}, { files: [dana] }))).toContain('type-not-allowed');
    expect(codes(judged(text(), {}, { files: [andrew] }))).toContain('type-not-allowed');
    const broken = judged(text(), {}, { files: [['capabilities/dana.yml', 'party: [']] });
    expect(ends(broken)).toBe('accepted null');
    expect(codes(broken)).toContain('capability-invalid');
  });

  it('a protocol record that cannot be read supersedes nothing, with a flag (9.4)', () => {
    const verdict = judged(text({ protocol_version: 'v0.1' }), {}, { protocol: 'version: [' });
    expect(ends(verdict)).toBe('accepted null');
    expect(codes(verdict)).toContain('protocol-record-invalid');
  });

  it('the limits of one message are held against its files (8.5)', () => {
    const drop = (...files: ReceivedFile[]) =>
      judged(
        text(
          { type: 'FILE_DROP' },
          { filename: `[${files.map(one => one.names[0]).join(', ')}]`, purpose: 'Plan' },
        ),
        { files },
      );
    expect(ends(drop(file('a', 500_000), file('b', 500_000)))).toBe('accepted null');
    expect(codes(drop(file('a'), file('b'), file('c')))).toContain('files-over-limit');
    expect(codes(drop(file('a', 1_000_001)))).toContain('size-over-limit');
  });
});

describe('the inbox', () => {
  function run(inbox: Inbox, message: string, more: Partial<Delivery> = {}, world: World = {}): Verdict {
    const one = delivery(message, more);
    const facts = context({ ...world, inbox });
    const verdict = judge(one, facts);
    inbox.remember(verdict, one, facts.receiver.owner.timeZone);
    return verdict;
  }

  it('sender and id together are used up by an accepted message (6.7)', () => {
    const inbox = new Inbox();
    expect(ends(run(inbox, text()))).toBe('accepted null');
    const again = run(inbox, `${text().replaceAll('\n', '\r\n')}\r\n`);
    expect([ends(again), ...codes(again)]).toEqual(['duplicate null', 'duplicate-same']);
    expect(results(again)).toBe('pass skipped skipped skipped');
    const other = run(inbox, text({}, { subject: 'Other' }));
    expect([ends(other), ...codes(other)]).toEqual(['duplicate null', 'duplicate-changed']);
    expect(ends(run(inbox, text({ from: 'bot@example.com' }), { sender: proven('bot@example.com') }))).toBe(
      'accepted null',
    );
  });

  it('a message that failed uses up nothing: mended, it is judged anew (6.7)', () => {
    const inbox = new Inbox();
    expect(ends(run(inbox, text({ agreement: 'AGR-9' })))).toBe('attempt agreement');
    expect(ends(run(inbox, text(), {}, { agreement: AGREEMENT.replace('active', 'paused') }))).toBe(
      'held agreement',
    );
    expect(ends(run(inbox, text()))).toBe('accepted null');
  });

  it('nobody else can learn or use up an id (6.7)', () => {
    const inbox = new Inbox();
    run(inbox, text());
    expect(ends(run(inbox, text(), { sender: unproven('dana@example.com') }))).toBe('attempt allowlist');
    expect(ends(run(inbox, text(), { sender: proven('zoe@example.org') }))).toBe('attempt allowlist');
    const fresh = new Inbox();
    run(fresh, text(), { sender: proven('zoe@example.org') });
    expect(ends(run(fresh, text()))).toBe('accepted null');
  });

  it('a sender is the same in whatever form his domain is written (6.1)', () => {
    const inbox = new Inbox();
    run(inbox, text());
    expect(run(inbox, text({ from: 'dana@EXAMPLE.com' })).verdict).toBe('duplicate');
  });

  it('counts accepted messages by the owner’s calendar day of arrival (8.5)', () => {
    const inbox = new Inbox();
    const at = (id: string, time: string) =>
      ends(run(inbox, text({ id, sent: '2026-11-30T12:00:00Z' }), { received: Date.parse(time) }));
    expect(at('a', '2026-12-01T04:00:00Z')).toBe('accepted null');
    expect(at('a', '2026-12-01T04:10:00Z')).toBe('duplicate null');
    expect(at('b', '2026-12-01T04:59:58Z')).toBe('accepted null');
    expect(at('c', '2026-12-01T04:59:59Z')).toBe('attempt agreement');
    expect(at('c', '2026-12-01T05:00:00Z')).toBe('accepted null');
    expect(at('d', '2026-12-02T04:59:59Z')).toBe('accepted null');
    expect(at('e', '2026-12-02T04:59:59Z')).toBe('attempt agreement');
    expect(at('e', '2026-12-02T05:00:00Z')).toBe('accepted null');
    expect([
      inbox.acceptedOn('AGR-1', '2026-11-30'),
      inbox.acceptedOn('AGR-1', '2026-12-01'),
      inbox.acceptedOn('AGR-1', '2026-12-02'),
    ]).toEqual([2, 2, 1]);
  });

  it('content is the text, line ends aside, and the files with their names (6.7)', () => {
    const hash = (message: string, ...files: ReceivedFile[]) => contentHash(delivery(message, { files }));
    expect(hash('\ufeffa\r\nb\r\n\r\n')).toBe(hash('a\nb'));
    expect(hash('a\nb')).not.toBe(hash('a b'));
    expect(hash('a', file('x'))).not.toBe(hash('a', file('y')));
    expect(hash('a', file('x', 1))).not.toBe(hash('a', file('x', 2)));
    expect(hash('a', file('x'), file('y'))).not.toBe(hash('a', file('y'), file('x')));
    expect(hash('a')).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('any bytes', () => {
  const head = lines(ENVELOPE).join('\n');
  const piece = fc.oneof(
    fc.constantFrom(
      head,
      text(),
      '\n\n',
      '\r\n',
      'subject: a',
      'From: dana@example.com\r\n',
      'Subject: NOTE\r\n',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n',
      '--b--',
      'Content-Transfer-Encoding: base64\r\n',
      '> ',
      '\u0000',
      'auth: x',
      '=?utf-8?q?',
      'Auto-Submitted: auto-replied\r\n',
    ),
    fc.string({ unit: 'binary' }),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.array(piece, { maxLength: 10 }).map(all => new TextEncoder().encode(all.join(''))),
    fc
      .tuple(
        fc.constantFrom(text(), `From: dana@example.com\r\nSubject: NOTE\r\n\r\n${text()}`),
        fc.nat(),
        fc.nat(255),
      )
      .map(([good, at, byte]) => {
        const changed = new TextEncoder().encode(good);
        changed[at % changed.length] = byte;
        return changed;
      }),
  );
  const world = { agreement: AGREEMENT.replace('auth: none', 'auth: secret'), secrets: { dana: 'abcd' } };
  const check = (one: Delivery) => {
    for (const facts of [context(), context(world)]) {
      const verdict = judge(one, facts);
      expect(VERDICTS).toContain(verdict.verdict);
      expect(verdict.gates.map(gate => gate.gate)).toEqual(GATES);
      const at = verdict.gates.find(gate => gate.result === 'fail')?.gate ?? null;
      if (verdict.gate !== null) expect(at).toBe(verdict.gate);
      if (verdict.verdict === 'accepted') expect(results(verdict)).toBe('pass pass pass pass');
      facts.inbox.remember(verdict, one, 'UTC');
    }
  };

  it('from a chat give a verdict of the closed list, and nothing throws (6.6)', () => {
    const sender = fc.constantFrom(
      proven('dana@example.com'),
      proven('zoe@example.org'),
      unproven(null),
      unavailable('dana@example.com'),
    );
    fc.assert(
      fc.property(bytes, sender, (given, who) => {
        check(
          textDelivery(given, {
            transport: 'chat',
            received: Date.parse(ARRIVAL),
            sender: who,
            fileName: null,
            files: [],
          }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('from a mailbox give a verdict of the closed list, and nothing throws (6.6)', () => {
    const policy = fc.constantFrom(
      { kind: 'header-from' } as const,
      { kind: 'authserv', id: 'mx.example.net' } as const,
      { kind: 'dkim', facts: [] } as const,
    );
    fc.assert(
      fc.property(bytes, policy, (given, how) => {
        check(mailDelivery(readMail(given), how, Date.parse(ARRIVAL)));
      }),
      { numRuns: 300 },
    );
  });
});
