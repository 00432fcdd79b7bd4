import { generateKeyPairSync } from 'node:crypto';
import type { DKIMSignOptions } from 'mailauth';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { describe, expect, it } from 'vitest';
import { readMail } from '../core/mail/mail.ts';
import { proveSender } from '../core/mail/proof.ts';
import { verifyDkim } from './dkim.ts';
import { zoneResolver } from './dns.ts';

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PRIVATE = KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const RECORD = [
  [`v=DKIM1; k=rsa; p=${KEY.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
];
const AT = Date.parse('2026-10-26T21:30:00Z');
const ZONE = {
  TXT: {
    's1._domainkey.example.com': RECORD,
    's1._domainkey.mail.example.com': RECORD,
    's1._domainkey.evil.example': RECORD,
    'down._domainkey.example.com': 'SERVFAIL',
    'slow._domainkey.example.com': 'TIMEOUT',
    'refused._domainkey.example.com': 'REFUSED',
    'revoked._domainkey.example.com': [['v=DKIM1; p=']],
  },
};

const HEADER = [
  'From: Scott <scott@example.com>',
  'To: Andrew <andrew@example.net>',
  'Subject: NOTE',
  'Date: Mon, 26 Oct 2026 17:00:05 -0400',
  'Message-ID: <m1@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
];
const MAIL = [...HEADER, '', 'format: AIMF/1', 'id: 1', ''].join('\r\n');

async function sign(mail: string, change: Partial<DKIMSignOptions> = {}): Promise<string> {
  const options = { signingDomain: 'example.com', selector: 's1', privateKey: PRIVATE, ...change };
  const { signatures } = await dkimSign(mail, {
    ...options,
    canonicalization: 'relaxed/relaxed',
    signTime: AT - 60_000,
    signatureData: [options],
  });
  return signatures + mail;
}

async function judge(mail: string, zone: unknown = ZONE) {
  const bytes = new TextEncoder().encode(mail);
  const read = readMail(bytes);
  const facts = await verifyDkim(bytes, read.from.address, { resolver: zoneResolver(zone), at: AT });
  const sender = proveSender(read, { kind: 'dkim', facts });
  return {
    facts,
    status: sender.status,
    codes: sender.findings.map(one => one.code),
    findings: sender.findings,
  };
}

describe('verifyDkim', () => {
  it('proves a signed mail, with CRLF or LF (2.2)', async () => {
    const signed = await sign(MAIL);
    for (const mail of [signed, signed.replaceAll('\r\n', '\n')]) {
      const { facts, status } = await judge(mail);
      expect(status).toBe('proven');
      expect(facts).toMatchObject([
        { result: 'pass', signingDomain: 'example.com', aligned: true, underSized: false },
      ]);
      expect(facts[0]?.signedHeaders).toEqual(
        expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'content-type']),
      );
    }
  });

  it('checks a mail of many lines at once, and none of more than a real one has (2.2)', async () => {
    const lines = (count: number) => `${HEADER.join('\n')}\n\n${' \n'.repeat(count)}`;
    const { facts } = await judge(`DKIM-Signature: v=1; d=example.com; s=s1\n${lines(2_000_000)}`);
    expect(facts).toMatchObject([{ result: 'permerror', comment: 'the mail has too many lines to check' }]);
    const signed = await sign(`${MAIL}one\ntwo\r\n\nthree`);
    expect((await judge(signed)).status).toBe('proven');
  });

  it('takes the organisation of the From domain, and no other domain (2.2)', async () => {
    expect((await judge(await sign(MAIL, { signingDomain: 'mail.example.com' }))).status).toBe('proven');
    const other = await judge(await sign(MAIL, { signingDomain: 'evil.example' }));
    expect(other.findings).toMatchObject([
      { code: 'dkim-other-domain', args: { domain: 'evil.example', from: 'example.com' } },
    ]);
  });

  it('finds an unsigned mail unsigned (2.2)', async () => {
    expect(await judge(MAIL)).toMatchObject({ facts: [], status: 'unproven', codes: ['dkim-missing'] });
  });

  it('finds a changed body and a changed header (2.2)', async () => {
    const signed = await sign(MAIL);
    for (const mail of [
      signed.replace('id: 1', 'id: 2'),
      signed.replace('Subject: NOTE', 'Subject: REQUEST'),
    ]) {
      expect(await judge(mail)).toMatchObject({ status: 'unproven', codes: ['dkim-not-passed'] });
    }
  });

  it('refuses a body that goes on behind l=, and takes one that l= covers (2.2)', async () => {
    const body = MAIL.slice(MAIL.indexOf('\r\n\r\n') + 4);
    const signed = await sign(MAIL, { maxBodyLength: body.length });
    expect((await judge(signed)).status).toBe('proven');
    expect(await judge(`${signed}type: REQUEST\r\n`)).toMatchObject({
      status: 'unproven',
      codes: ['dkim-body-open'],
    });
  });

  it('refuses a signature that leaves a needed header open (2.2)', async () => {
    const signed = await sign(MAIL, { headerList: ['From', 'To', 'Date', 'Message-ID', 'Content-Type'] });
    expect((await judge(signed)).findings).toMatchObject([
      { code: 'dkim-header-open', args: { headers: 'subject' } },
    ]);
    expect((await judge(signed.replace('Subject: NOTE', 'Subject: REQUEST'))).status).toBe('unproven');
    const twice = await sign(MAIL);
    expect(
      (await judge(twice.replace('To: Andrew', 'To: Other <other@example.net>\r\nTo: Andrew'))).codes,
    ).toEqual(['dkim-header-open']);
  });

  it('is satisfied by one good signature of two (2.2)', async () => {
    const good = await sign(MAIL);
    const bad = await sign(MAIL.replace('id: 1', 'id: 2'));
    const badSignature = bad.slice(0, bad.indexOf('From: Scott'));
    expect(await judge(badSignature + good)).toMatchObject({
      status: 'proven',
      facts: [{ result: 'fail' }, { result: 'pass' }],
    });
  });

  it('judges at arrival (2.2)', async () => {
    expect((await judge(await sign(MAIL, { expires: AT + 1000 }))).status).toBe('proven');
    expect((await judge(await sign(MAIL, { expires: AT - 1000 }))).findings).toMatchObject([
      { code: 'dkim-not-passed', args: { result: 'neutral', comment: 'expired' } },
    ]);
  });

  it.each(['down', 'slow', 'refused'])('waits where DNS fails (%s) (2.2)', async selector => {
    const waiting = await judge(await sign(MAIL, { selector }));
    expect(waiting).toMatchObject({
      status: 'unavailable',
      codes: ['sender-proof-unavailable'],
      facts: [{ result: 'temperror' }],
    });
    const other = await sign(MAIL, { selector });
    expect((await judge(other.slice(0, other.indexOf('From: Scott')) + (await sign(MAIL)))).status).toBe(
      'proven',
    );
  });

  it('does not wait for a key that is not there (2.2)', async () => {
    for (const selector of ['none', 'revoked']) {
      expect(await judge(await sign(MAIL, { selector }))).toMatchObject({
        status: 'unproven',
        codes: ['dkim-not-passed'],
      });
    }
  });

  it('trusts no alignment where the library reads another From (2.2)', async () => {
    const bytes = new TextEncoder().encode(await sign(MAIL));
    const facts = await verifyDkim(bytes, 'andrew@example.com', { resolver: zoneResolver(ZONE), at: AT });
    expect(facts).toMatchObject([{ result: 'pass', aligned: false }]);
    expect(await verifyDkim(bytes, null, { resolver: zoneResolver(ZONE), at: AT })).toEqual([]);
  });

  it('checks no mail with a heap of signatures, nor one with 3 MB of header (2.2)', async () => {
    const signed = await sign(MAIL);
    const signature = signed.slice(0, signed.indexOf('From: Scott'));
    for (const mail of [signature.repeat(20) + MAIL, 'X: a\r\n'.repeat(500_000) + signed]) {
      const facts = await verifyDkim(new TextEncoder().encode(mail), 'scott@example.com', {
        resolver: () => Promise.reject(new Error('asked')),
        at: AT,
      });
      expect(facts).toMatchObject([{ result: 'permerror', aligned: false }]);
    }
  });

  it('gives a fact where the signature is nonsense (2.2)', async () => {
    for (const value of [
      '',
      'v=1',
      'v=1; a=rsa-sha256; d=example.com; s=s1; h=from; bh=x; b=y',
      '\u00e9;=;=',
    ]) {
      expect(await judge(`DKIM-Signature: ${value}\r\n${MAIL}`)).toMatchObject({ status: 'unproven' });
    }
  });
});
