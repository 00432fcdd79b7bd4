import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readMail } from '../../core/mail/mail.ts';
import { openStore, someMessage, someResult, temporaryFolder } from '../../store/store.test-support.ts';
import { duty } from '../duty/duty.ts';
import { rollUpOf } from '../report/roll-up.ts';
import { deliverPending } from './channel.ts';
import { mailChannel } from './mail.ts';

const NOON = Date.parse('2026-11-30T17:00:00Z');
type Sent = { readonly from: string; readonly to: readonly string[]; readonly text: string };

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close(() => {});
});

/** A mail server on loopback that keeps what it got. */
async function startSmtp(options: SMTPServerOptions = {}) {
  const got: Sent[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'andrew' && password === 'p@ss' ? done(null, { user: 'andrew' }) : done(new Error('no')),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        got.push({
          from,
          to: envelope.rcptTo.map(one => one.address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  servers.push(server);
  const port = await new Promise<number>(resolve => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { got, url: `smtp://andrew:p%40ss@127.0.0.1:${port}` };
}

function state() {
  const store = openStore(temporaryFolder());
  onTestFinished(() => store.close());
  store.openChannels(['mail']);
  const add = (id: string, envelope: Record<string, string>) =>
    store.record(someMessage(id, { result: someResult(`key ${id}`, { envelope: { id, ...envelope } }) }));
  return { store, add };
}
const channel = (server: string, isAlone = false) =>
  mailChannel({
    config: '/c/aimf.yml',
    checkout: null,
    own: 'andrew@example.net',
    timeZone: 'UTC',
    to: 'andrew@example.net',
    server,
    isAlone,
  });
const header = (sent: Sent | undefined, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(sent?.text ?? '')?.[1];

describe('the mail to the owner', () => {
  it('goes to the owner alone, says that it is automatic, and is plain text (10.2)', async () => {
    const { got, url } = await startSmtp();
    const { store, add } = state();
    const from = 'scott@example.com';
    add('1', { type: 'QUESTION', from, reply_to: 'email' });
    add('2', { type: 'NOTE', from, reply_to: 'main-chat' });
    add('3', { type: 'NOTE', from, reply_to: 'email' });
    store.tell(duty('ack-awaited', { parties: 'scott' }, ['A'], null), NOON);
    expect(await deliverPending(store, channel(url), NOON)).toMatchObject({ delivered: 4, error: null });
    expect(got).toMatchObject([{ from: 'andrew@example.net', to: ['andrew@example.net'] }]);
    const [sent] = got;
    expect(header(sent, 'Auto-Submitted')).toBe('auto-generated');
    expect(header(sent, 'To')).toBe('andrew@example.net');
    expect(header(sent, 'Subject')).toBe('AIMF: 2 need you');
    const { text } = readMail(new TextEncoder().encode(sent?.text));
    expect(text).toContain('QUESTION 1 from scott@example.com');
    expect(text).toContain('NOTE 3 from scott@example.com');
    expect(text).not.toContain('NOTE 2');
    expect(text).toContain('1 shown elsewhere, as the sender asked');
    expect(text).toContain('is not yet acknowledged by scott');
  });

  it('says in its subject that a wire could not be read, and the same when it is tried again (10.5)', async () => {
    let isFull = true;
    const { got, url } = await startSmtp({
      onRcptTo: (_, __, done) => (isFull ? done(new Error('452 the mailbox is full')) : done()),
    });
    const { store, add } = state();
    const wire = { kind: 'imap', name: 'andrew at mail', ok: false, watermark: null, new: 0, notes: [] };
    add('1', { type: 'QUESTION', reply_to: 'email' });
    await deliverPending(store, channel(url), NOON, [{ ...wire, error: 'It refused the connection' }]);
    isFull = false;
    await deliverPending(store, channel(url), NOON + 60_000);
    expect(got.map(one => header(one, 'Subject'))).toEqual([
      'AIMF: 1 needs you, and 1 of your wires could not be read',
    ]);
    expect(got[0]?.text).toContain('imap andrew at mail could not be read: It refused the connection');
    add('2', { type: 'NOTE', reply_to: 'main-chat' });
    await deliverPending(store, channel(url), NOON, [{ ...wire, error: 'It refused the connection' }]);
    expect(got).toHaveLength(1);
  });

  it('is tried again under the same Message-ID (10.2)', async () => {
    let isFull = true;
    const { got, url } = await startSmtp({
      onRcptTo: (_, __, done) => (isFull ? done(new Error('452 the mailbox is full')) : done()),
    });
    const { store, add } = state();
    add('1', { type: 'NOTE', reply_to: 'email' });
    const failed = await deliverPending(store, channel(url), NOON);
    expect(failed.error).toContain('could not be sent');
    expect(failed.error).not.toContain('p%40ss');
    isFull = false;
    add('2', { type: 'NOTE', reply_to: 'email' });
    await deliverPending(store, channel(url), NOON + 60_000);
    expect(got.map(one => header(one, 'Subject'))).toEqual(['AIMF: 1 message', 'AIMF: 1 message']);
    const ids = got.map(one => header(one, 'Message-ID'));
    expect(ids[0]).toMatch(/^<aimf\.[0-9a-f]{32}@example\.net>$/);
    expect(new Set(ids).size).toBe(2);
    // The same content again has the same id
    const other = state();
    other.add('1', { type: 'NOTE', reply_to: 'email' });
    await deliverPending(other.store, channel(url), NOON);
    expect(header(got[2], 'Message-ID')).toBe(ids[0]);
  });

  it('shows everything where it is the only place the owner looks (3.4)', async () => {
    const { got, url } = await startSmtp();
    const { store, add } = state();
    add('1', { type: 'NOTE', reply_to: 'main-chat' });
    await deliverPending(store, channel(url), NOON);
    expect(got).toEqual([]);
    add('2', { type: 'NOTE', reply_to: 'main-chat' });
    await deliverPending(store, channel(url, true), NOON);
    expect(got).toHaveLength(1);
  });

  it('a first scan is one mail that does not show thousands (10.2)', async () => {
    const { got, url } = await startSmtp();
    const { store, add } = state();
    for (let at = 0; at < 150; at++) add(String(at), { type: 'NOTE', reply_to: 'email' });
    await deliverPending(store, channel(url), NOON);
    expect(got).toHaveLength(1);
    expect(got[0]?.text).toContain('50 more in the files');
  });

  it('a day’s overview has an id of its day (10.2)', async () => {
    const { got, url } = await startSmtp();
    await channel(url).deliverDay?.(rollUpOf('2026-11-29', [], []), NOON);
    expect(header(got[0], 'Message-ID')).toBe('<aimf.day-2026-11-29@example.net>');
    expect(header(got[0], 'Auto-Submitted')).toBe('auto-generated');
    expect(header(got[0], 'Subject')).toBe('AIMF: the day 2026-11-29');
    const run = { run: 1, started: NOON, end: { at: NOON, ok: false, messages: 0 } };
    await channel(url).deliverDay?.(rollUpOf('2026-11-30', [], [run]), NOON);
    expect(header(got[1], 'Subject')).toBe('AIMF: the day 2026-11-30, 1 run with a wire unread');
  });

  it.each([
    ['an address that is none', 'mail.example.net', 'smtp://user:password@host'],
    ['a server that is not there', 'smtp://127.0.0.1:1', 'could not be sent'],
  ])('%s is told in words (10.2)', async (_, url, words) => {
    const { store, add } = state();
    add('1', { type: 'NOTE', reply_to: 'email' });
    expect((await deliverPending(store, channel(url), NOON)).error).toContain(words);
  });

  it('a password is not told though the server repeats it (10.2)', async () => {
    const refusal = (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(new Error('p@ss is none of ours'));
    const { url } = await startSmtp({ onAuth: refusal });
    const { store, add } = state();
    add('1', { type: 'NOTE', reply_to: 'email' });
    const { error } = await deliverPending(store, channel(url), NOON);
    expect(error).toContain('(hidden) is none of ours');
    expect(error).not.toContain('p@ss');
  });

  it('a wrong password is told without it (10.2)', async () => {
    const { url } = await startSmtp();
    const { store, add } = state();
    add('1', { type: 'NOTE', reply_to: 'email' });
    const { error } = await deliverPending(store, channel(url.replace('p%40ss', 'wrong-word')), NOON);
    expect(error).toContain('could not be sent');
    expect(error).not.toContain('wrong-word');
  });
});
