import { describe, expect, it } from 'vitest';
import type { DkimFact } from './dkim-proof.ts';
import { readMail } from './mail.ts';
import { type ProofPolicy, proveSender } from './proof.ts';

const OWN = [
  'From: Scott <scott@example.com>',
  'To: a@example.net',
  'Subject: NOTE',
  'Date: x',
  'Message-ID: <m@x>',
  'Content-Type: text/plain',
];
const RECEIVED = 'Received: by mx.example.net; Mon, 26 Oct 2026 21:00:06 +0000';
const PASS = 'Authentication-Results: mx.example.net; dmarc=pass header.from=example.com';

const prove = (lines: readonly string[], policy: ProofPolicy) =>
  proveSender(readMail(new TextEncoder().encode([...lines, '', 'body'].join('\r\n'))), policy);
const authserv = (lines: readonly string[], id = 'mx.example.net') => prove(lines, { kind: 'authserv', id });
const dkim = (facts: readonly DkimFact[], lines = OWN) => prove(lines, { kind: 'dkim', facts });
const fact = (change: Partial<DkimFact> = {}): DkimFact => ({
  result: 'pass',
  comment: '',
  signingDomain: 'example.com',
  aligned: true,
  underSized: false,
  signedHeaders: ['from', 'to', 'subject', 'date', 'message-id', 'content-type'],
  ...change,
});

describe('proveSender by header-from', () => {
  it('takes the From address as proven and says by what (2.2)', () => {
    expect(prove(OWN, { kind: 'header-from' })).toEqual({
      status: 'proven',
      identity: 'scott@example.com',
      by: 'header-from',
      findings: [
        {
          code: 'sender-proven',
          args: { identity: 'scott@example.com', by: 'header-from' },
          place: {},
          level: 'note',
        },
      ],
    });
  });

  it.each([
    [['X: a\0b', ...OWN], 'header-control-character', 'scott@example.com'],
    [['no colon', ...OWN], 'header-malformed', 'scott@example.com'],
    [['\uFEFFX: a', ...OWN], 'header-malformed', 'scott@example.com'],
    [['From: mallory@evil.example', ...OWN], 'from-repeated', null],
    [['From : mallory@evil.example', ...OWN], 'from-repeated', null],
    [['From: a@example.com, b@example.com'], 'from-unreadable', null],
    [['Subject: NOTE'], 'from-missing', null],
  ])('proves nothing by a header such as %j, whatever the way (2.3)', (lines, code, claimed) => {
    const ways: ProofPolicy[] = [
      { kind: 'header-from' },
      { kind: 'authserv', id: 'mx.example.net' },
      { kind: 'dkim', facts: [fact()] },
    ];
    for (const policy of ways) {
      const sender = prove([PASS, ...lines], policy);
      expect(sender).toMatchObject({ status: 'unproven', claimed });
      expect(sender.findings.map(one => one.code)).toEqual([code]);
    }
  });

  it('carries the flags of the From line (2.2)', () => {
    const sender = prove(['From: "scott@example.com" <mallory@evil.example>'], { kind: 'header-from' });
    expect(sender).toMatchObject({ status: 'proven', identity: 'mallory@evil.example' });
    expect(sender.findings.map(one => one.code)).toEqual(['sender-proven', 'sender-name-misleading']);
  });
});

describe('proveSender by authserv', () => {
  it.each([
    [[PASS, RECEIVED, ...OWN]],
    // As Gmail writes it: below its own Received line
    [[RECEIVED, 'ARC-Authentication-Results: i=1; mx.example.net; dmarc=fail', PASS, RECEIVED, ...OWN]],
    [[PASS.replace('mx.example.net', 'MX.Example.NET'), ...OWN]],
    [[PASS.replace('mx.example.net', 'mx.example.net 1'), ...OWN]],
    [[PASS.replace('example.com', 'EXAMPLE.com').replace('dmarc=', 'DMARC='), ...OWN]],
    // As Fastmail writes it: several fields of one id, read together
    [
      [
        'Authentication-Results: mx.example.net; spf=pass smtp.helo=x',
        PASS,
        'Authentication-Results: mx.example.net; none',
        ...OWN,
      ],
    ],
    [['Authentication-Results: other.example; dmarc=fail', PASS, ...OWN]],
    [[PASS, 'Authentication-Results: other.example; dmarc=fail', ...OWN]],
    // What stands below the run was there before it
    [[PASS, RECEIVED, 'Authentication-Results: mx.example.net; dmarc=fail', ...OWN]],
    [[`${PASS} (a (nested) comment)`, ...OWN]],
  ])('takes the first run of the pinned id as proof (2.2) [%#]', lines => {
    expect(authserv(lines)).toMatchObject({
      status: 'proven',
      identity: 'scott@example.com',
      by: 'authserv',
    });
  });

  it.each([
    [OWN],
    [[...OWN, PASS]],
    [['DKIM-Signature: v=1', PASS, ...OWN]],
    [['MIME-Version: 1.0', PASS, ...OWN]],
    [['Content-Language: en', PASS, ...OWN]],
    [['Subject: NOTE', PASS, ...OWN.filter(line => !line.startsWith('Subject'))]],
    [[PASS.replace('mx.example.net', 'evil.example'), ...OWN]],
    [[`X-${PASS}`, ...OWN]],
    [[`ARC-${PASS}`, ...OWN]],
  ])('finds no results of the pinned id in the trace block (2.2) [%#]', lines => {
    const sender = authserv(lines);
    expect(sender).toMatchObject({ status: 'unproven', claimed: 'scott@example.com' });
    expect(sender.findings).toMatchObject([{ code: 'authserv-missing', args: { id: 'mx.example.net' } }]);
  });

  it.each([
    ['dmarc=fail header.from=example.com', 'fail'],
    ['dmarc=none header.from=example.com', 'none'],
    ['dmarc=bestguesspass header.from=example.com', 'bestguesspass'],
    ['dmarc=temperror header.from=example.com', 'temperror'],
    ['dmarc=pass header.from=evil.example', 'pass for evil.example'],
    ['dmarc=pass header.from=mail.example.com', 'pass for mail.example.com'],
    ['dmarc=pass header.from=example.com header.from=evil.example', 'pass without exactly one header.from'],
    ['dmarc=pass header.from=example.com header.from=example.com', 'pass without exactly one header.from'],
    ['dmarc=pass', 'pass without exactly one header.from'],
    ['dmarc=pass smtp.from=example.com', 'pass without exactly one header.from'],
    ['dmarc=pass header.from="a@example.com"', 'pass for a@example.com'],
    ['dmarc/2=pass header.from=example.com', 'pass by an unknown version'],
    ['dmarc=fail (dmarc=pass header.from=example.com) header.from=example.com', 'fail'],
    ['spf=pass reason="; dmarc=pass header.from=example.com"', 'none'],
    ['dkim=pass header.d=example.com; spf=pass smtp.mailfrom=scott@example.com', 'none'],
    ['x-dmarc=pass header.from=example.com', 'none'],
    ['dmarc=pass header.from=example.com; dmarc=fail header.from=example.com', 'fail'],
    ['none', 'none'],
  ])('is not convinced by %s (2.2)', (results, result) => {
    const sender = authserv([`Authentication-Results: mx.example.net; ${results}`, ...OWN]);
    expect(sender.status).toBe('unproven');
    expect(sender.findings).toMatchObject([
      { code: 'authserv-not-passed', args: { id: 'mx.example.net', result } },
    ]);
  });

  it('reads nothing where no id is pinned, not even a field whose id is empty (2.2)', () => {
    for (const line of [PASS, 'Authentication-Results: ""; dmarc=pass header.from=example.com']) {
      const sender = authserv([line, ...OWN], '');
      expect(sender.status).toBe('unproven');
      expect(sender.findings.map(one => one.code)).toEqual(['authserv-missing']);
    }
  });

  it('reads the whole run: a second field of it can undo the first (2.2)', () => {
    const sender = authserv([
      PASS,
      'Authentication-Results: mx.example.net; dmarc=fail header.from=example.com',
      ...OWN,
    ]);
    expect(sender.findings).toMatchObject([{ code: 'authserv-not-passed', args: { result: 'fail' } }]);
  });

  it('passes over a field that it cannot read, with a note (2.2)', () => {
    const unreadable = [
      'dmarc=pass header.from=example.com',
      'mx.example.net; dmarc=pass (',
      'mx.example.net 2; dmarc=fail',
    ];
    for (const value of [...unreadable, `mx.example.net; ${'('.repeat(40_000)}`]) {
      const field = `Authentication-Results: ${value}`;
      const alone = authserv([field, ...OWN]);
      expect(alone.status).toBe('unproven');
      expect(alone.findings.map(one => one.code)).toEqual(['authserv-missing', 'authserv-unreadable']);
      const beside = authserv([PASS, field, ...OWN]);
      expect(beside.status).toBe('proven');
      expect(beside.findings.map(one => one.code)).toEqual(['sender-proven', 'authserv-unreadable']);
    }
  });

  it('does not let a forged field take the place of one that it cannot read (2.2)', () => {
    const lines = ['Authentication-Results: mx.example.net; dmarc=fail;', RECEIVED, PASS, ...OWN];
    expect(authserv(lines).findings.map(one => one.code)).toEqual([
      'authserv-missing',
      'authserv-unreadable',
    ]);
  });

  it('compares international domains as A-labels (2.2)', () => {
    const lines = ['From: scott@exämple.com', 'Subject: NOTE'];
    const results = (domain: string) =>
      `Authentication-Results: mx.example.net; dmarc=pass header.from=${domain}`;
    expect(authserv([results('xn--exmple-cua.com'), ...lines]).status).toBe('proven');
    expect(authserv([results('exämple.com'), ...lines]).status).toBe('proven');
    expect(authserv([results('example.com'), ...lines]).status).toBe('unproven');
  });
});

describe('proveSender by dkim', () => {
  it('takes one good signature as proof, whatever the others are (2.2)', () => {
    for (const facts of [
      [fact()],
      [fact({ result: 'fail' }), fact()],
      [fact({ aligned: false }), fact({ result: 'temperror' }), fact()],
    ]) {
      expect(dkim(facts)).toMatchObject({ status: 'proven', identity: 'scott@example.com', by: 'dkim' });
      expect(dkim(facts).findings.map(one => one.code)).toEqual(['sender-proven']);
    }
  });

  it.each([
    [[], [['dkim-missing', {}]]],
    [[fact({ result: 'none' })], [['dkim-missing', {}]]],
    [
      [fact({ result: 'fail', comment: 'bad signature' })],
      [['dkim-not-passed', { result: 'fail', comment: 'bad signature' }]],
    ],
    [
      [fact({ result: 'neutral', comment: 'expired' })],
      [['dkim-not-passed', { result: 'neutral', comment: 'expired' }]],
    ],
    [[fact({ result: 'policy' })], [['dkim-not-passed', { result: 'policy', comment: '' }]]],
    [
      [fact({ aligned: false, signingDomain: 'evil.example' })],
      [['dkim-other-domain', { domain: 'evil.example', from: 'example.com' }]],
    ],
    [[fact({ underSized: true })], [['dkim-body-open', { domain: 'example.com' }]]],
    [
      [fact({ signedHeaders: ['from', 'to', 'date'] })],
      [['dkim-header-open', { headers: 'subject, message-id, content-type' }]],
    ],
    [
      [fact({ result: 'fail' }), fact({ underSized: true })],
      [
        ['dkim-not-passed', { result: 'fail', comment: '' }],
        ['dkim-body-open', { domain: 'example.com' }],
      ],
    ],
  ])('says why facts prove nothing (2.2) [%#]', (facts, expected) => {
    const sender = dkim(facts);
    expect(sender).toMatchObject({ status: 'unproven', claimed: 'scott@example.com' });
    expect(sender.findings.map(one => [one.code, one.args])).toEqual(expected);
  });

  it('wants a field signed only where it is present, and then each of them (2.2)', () => {
    const signedHeaders = ['From', 'To', 'Date'];
    const short = ['From: scott@example.com', 'To: a@example.net', 'Date: x'];
    expect(dkim([fact({ signedHeaders })], short).status).toBe('proven');
    expect(dkim([fact({ signedHeaders })], [...short, 'To: b@example.net']).findings).toMatchObject([
      { code: 'dkim-header-open', args: { headers: 'to' } },
    ]);
  });

  it('waits where DNS failed and nothing else is proof (2.2)', () => {
    const sender = dkim([
      fact({ result: 'fail' }),
      fact({ result: 'temperror', comment: 'DNS failure: ETIMEOUT' }),
    ]);
    expect(sender).toMatchObject({ status: 'unavailable', claimed: 'scott@example.com' });
    expect(sender.findings).toMatchObject([
      { code: 'sender-proof-unavailable', args: { reason: 'DNS failure: ETIMEOUT' } },
    ]);
  });

  it('does not wait for a signature that could never prove the sender (2.2)', () => {
    expect(dkim([fact({ result: 'temperror', aligned: false })]).findings[0]?.code).toBe('dkim-other-domain');
    expect(dkim([fact({ result: 'temperror', underSized: true })]).status).toBe('unproven');
    expect(dkim([fact({ result: 'temperror', signedHeaders: ['from'] })]).status).toBe('unproven');
  });
});
