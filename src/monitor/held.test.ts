import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/store.test-support.ts';
import { MemoryWire } from '../transport/memory-wire.test-support.ts';
import { AGREEMENT, mailOf, message, NOW } from './messages.test-support.ts';
import { kindOf } from './report/item.ts';
import { stepsFor } from './report/steps.ts';
import { verdictsOf, World } from './world.test-support.ts';

const PAUSED = AGREEMENT.replace('status: active', 'status: paused');
const encode = (text: string) => new TextEncoder().encode(text);
const proposal = (id: string, more = {}) =>
  message(id, more, 'subject: "Proposal: a later end"').replace('Hello.', 'term: expires\nvalue: 2027-12-31');

const CONTEXT = { config: '/aimf.yml', checkout: null, own: 'andrew@example.net' };

describe('a held message', () => {
  it('is judged again once its agreement is resumed, with the proof of its arrival (6.6)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    world.agreement = PAUSED;
    wire.say(message('1'), 'dana@example.com', NOW);
    const [held] = await world.results([wire]);
    expect(verdictsOf(held === undefined ? [] : [held])).toEqual(['held at agreement']);
    expect(await world.results([wire])).toEqual([]);
    world.agreement = AGREEMENT;
    world.now = NOW + 60_000;
    const [ended] = await world.results([wire]);
    expect(ended).toMatchObject({ verdict: 'accepted', held_as: held?.key, arrived: held?.arrived });
    expect(ended?.key).not.toBe(held?.key);
    expect(await world.results([wire])).toEqual([]);
    wire.say(message('1'), 'dana@example.com', NOW);
    expect(verdictsOf(await world.results([wire]))).toEqual(['duplicate']);
  });

  it('waits for a secret that is not at hand, and the run says whose (6.2)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    world.agreement = AGREEMENT.replace('auth: none', 'auth: secret');
    wire.say(message('1', { auth: 'trombone' }), 'dana@example.com', NOW);
    for (const expected of [['held at allowlist'], []]) {
      const report = await world.run([wire]);
      expect(report.missingSecrets).toEqual(['dana']);
      expect(verdictsOf([...report.results])).toEqual(expected);
      world.store.delivered(
        'run',
        [...report.results].map(one => one.key),
        NOW,
      );
    }
    world.secrets = new Map([['dana', 'trombone']]);
    const report = await world.run([wire]);
    expect(report.missingSecrets).toEqual([]);
    expect(verdictsOf([...report.results])).toEqual(['accepted']);
    expect(JSON.stringify([...report.results])).not.toContain('trombone');
  });

  it('waits for a name server that does not answer (2.2)', async () => {
    const world = new World();
    world.receiver = world.receiver.replace('header-from', 'dkim');
    const wire = new MemoryWire();
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const key = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const text = mailOf(message('1'));
    const signed = { signingDomain: 'example.com', selector: 's1', privateKey };
    const { signatures } = await dkimSign(text, {
      ...signed,
      signTime: NOW - 60_000,
      signatureData: [signed],
    });
    const bytes = encode(signatures + text);
    wire.put({ form: 'mail', bytes, size: bytes.length }, NOW);
    const down = { TXT: { 's1._domainkey.example.com': 'SERVFAIL' } };
    expect(verdictsOf(await world.results([wire], { zone: down }))).toEqual(['held at allowlist']);
    expect(await world.results([wire], { zone: down })).toEqual([]);
    const up = { TXT: { 's1._domainkey.example.com': [[`v=DKIM1; k=rsa; p=${key}`]] } };
    expect(verdictsOf(await world.results([wire], { zone: up }))).toEqual(['accepted']);
  });

  it('is kept as it came where a command reads it again once it is judged (8.6)', async () => {
    const world = new World();
    const [mails, chat] = [new MemoryWire('mails'), new MemoryWire('chat')];
    world.agreement = PAUSED;
    const bytes = encode(mailOf(proposal('1')));
    mails.put({ form: 'mail', bytes, size: bytes.length }, NOW);
    chat.say(proposal('2'), 'dana@example.com', NOW);
    chat.say(message('3'), 'dana@example.com', NOW);
    const held = await world.results([mails, chat]);
    expect(held.map(one => one.message)).toEqual([undefined, undefined, undefined]);
    world.agreement = AGREEMENT;
    const results = await world.results([mails, chat]);
    expect(verdictsOf(results)).toEqual(['accepted', 'accepted', 'accepted']);
    const [mail = '', text = '', note] = results.map(one => one.message);
    expect(note).toBeUndefined();
    expect(mail).toMatch(/\/messages\/[0-9a-f]{64}\.eml$/);
    expect(text).toMatch(/\/messages\/[0-9a-f]{64}\.md$/);
    expect([readFileSync(mail), readFileSync(text, 'utf8')]).toEqual([Buffer.from(bytes), proposal('2')]);
    for (const path of [mail, text]) expect(statSync(path).mode & 0o777).toBe(0o600);
    const commands = results.slice(0, 2).map(one => stepsFor(one, kindOf(one), CONTEXT)[0]?.command);
    const moment = new Date(NOW).toISOString();
    expect(commands).toEqual([
      `aimf proposal record ${mail} --config /aimf.yml --at ${moment}`,
      `aimf proposal record ${text} --config /aimf.yml --as dana@example.com --transport chat --at ${moment}`,
    ]);
  });

  it('that waited for a secret is kept too (6.2)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    world.agreement = AGREEMENT.replace('auth: none', 'auth: secret');
    const text = proposal('1', { auth: 'trombone' });
    wire.say(text, 'dana@example.com', NOW);
    await world.results([wire]);
    world.secrets = new Map([['dana', 'trombone']]);
    const [result] = await world.results([wire]);
    expect(readFileSync(result?.message ?? '', 'utf8')).toBe(text);
  });

  it('of a drop folder is named where it lies, and not where it lies no more (2.1)', async () => {
    const world = new World();
    const folder = temporaryFolder();
    const wire = new MemoryWire('drop');
    world.agreement = PAUSED;
    const paths = ['1', '2'].map(id => {
      const path = join(folder, `${id}.md`);
      writeFileSync(path, proposal(id));
      wire.put({ form: 'file', path, identity: 'dana' }, NOW);
      return path;
    });
    await world.results([wire]);
    rmSync(paths[1] ?? '');
    world.agreement = AGREEMENT;
    const results = await world.results([wire]);
    expect(verdictsOf(results)).toEqual(['accepted', 'accepted']);
    expect(results.map(one => one.message)).toEqual([paths[0], undefined]);
  });
});
