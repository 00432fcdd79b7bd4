import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ImapTransport } from '../core/registry/monitoring.ts';
import { type Dovecot, freePort, noDovecot, startDovecot } from './dovecot.test-support.ts';
import { imapWire } from './imap.ts';
import type { ImapAccess } from './imap-session.ts';
import { polled, requestOf } from './wire-contract.test-support.ts';

const TRANSPORT: ImapTransport = {
  kind: 'imap',
  host: '127.0.0.1',
  port: 0,
  secure: false,
  user: 'owner@example.net',
  credential: { kind: 'password', variable: 'AIMF_IMAP_PASSWORD' },
  mailbox: 'INBOX',
};
const mail = (subject: string) => `Subject: ${subject}\r\n\r\nhello\r\n`;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

/** A server that says these lines and then nothing more but what it answers to a line. */
async function silentServer(
  lines: readonly string[],
  hear: (line: string, answer: (line: string) => void) => void = () => {},
): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer(socket => {
    sockets.push(socket);
    socket.on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    lines.forEach(say);
    createInterface(socket).on('line', line => hear(line, say));
  });
  const port = await freePort();
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return port;
}

describe('a mailbox that cannot be read', () => {
  const access = { secret: 'open sesame', silence: 300 };

  it('that says nothing is given up (10.2)', async () => {
    for (const lines of [[], ['* OK ready']]) {
      const wire = imapWire({ ...TRANSPORT, port: await silentServer(lines) }, access);
      expect(await failureOf(polled(wire))).toMatch(/^WireError: .* was silent for 0\.3 s and was given up$/);
    }
  });

  it('gets an OAuth2 token where the file names one, and it is not repeated (10.1)', async () => {
    const said: string[] = [];
    const port = await silentServer(
      ['* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] ready'],
      (line, answer) => {
        said.push(line);
        const [tag, command] = line.split(' ');
        answer(command === 'AUTHENTICATE' ? `${tag} NO expired` : `${tag} OK done`);
      },
    );
    const credential = { kind: 'token', variable: 'AIMF_TOKEN' } as const;
    const wire = imapWire({ ...TRANSPORT, port, credential }, { secret: 'ya29.sesame' });
    const failure = await failureOf(polled(wire));
    expect(failure).toMatch(/refused to let owner@example\.net in: check the token in AIMF_TOKEN/);
    expect(failure).not.toContain('ya29');
    const login = said
      .find(line => line.includes('AUTHENTICATE XOAUTH2'))
      ?.split(' ')
      .at(-1);
    const sent = Buffer.from(login ?? '', 'base64').toString();
    expect(sent).toBe('user=owner@example.net\u0001auth=Bearer ya29.sesame\u0001\u0001');
  });

  it('stops at once when the run gives it up (10.2)', async () => {
    const wire = imapWire({ ...TRANSPORT, port: await silentServer(['* OK ready']) }, { secret: 'x' });
    const giveUp = new AbortController();
    const failure = failureOf(polled(wire, { signal: giveUp.signal }));
    giveUp.abort();
    expect(await failure).toMatch(/^WireError: /);
  });

  it('where nobody listens, or that nobody knows, is told with what to do (10.2)', async () => {
    const nobody = imapWire({ ...TRANSPORT, port: await freePort() }, access);
    expect(await failureOf(polled(nobody))).toMatch(/^WireError: 127\.0\.0\.1:\d+ refused the connection: /);
    const unknown = imapWire({ ...TRANSPORT, host: 'imap.invalid' }, access);
    expect(await failureOf(polled(unknown))).toMatch(/^WireError: imap\.invalid cannot be found: /);
  });
});

const missing = noDovecot();
describe.skipIf(missing !== null)(`a mailbox${missing === null ? '' : ` (${missing})`}`, () => {
  let server: Dovecot;
  let count = 0;
  beforeAll(async () => {
    server = await startDovecot();
  }, 60_000);
  afterAll(() => server?.kill());

  const wireOf = (change: Partial<ImapTransport> = {}, access: Partial<ImapAccess> = {}) =>
    imapWire({ ...TRANSPORT, port: server.port, ...change }, { secret: server.password, ...access });
  const box = async () => {
    const mailbox = `box${++count}`;
    await server.command(`CREATE ${mailbox}`);
    return mailbox;
  };

  it('gives each message as it lies there, with the time of its arrival (2.1)', async () => {
    const mailbox = await box();
    const raw = Buffer.from(
      `Subject: x\r\n\r\n${'\u00e4\u0000'.repeat(10)}\r\nlast line without an end`,
      'latin1',
    );
    // A zero byte cannot travel
    const sent = raw.map(byte => (byte === 0 ? 1 : byte));
    await server.append([{ raw: sent, arrived: '2026-11-30T14:30:07+02:00' }], mailbox);
    const { arrivals } = await polled(wireOf({ mailbox }));
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]?.arrived).toBe(Date.parse('2026-11-30T12:30:07Z'));
    expect(arrivals[0]?.again).toBe(false);
    expect(arrivals[0]?.content).toEqual({ form: 'mail', bytes: new Uint8Array(sent), size: sent.length });
  });

  it('of a message that is larger than is read gives the start, and how large it is (2.3)', async () => {
    const mailbox = await box();
    const size = 36_000_001;
    await server.append([{ raw: mail('small') }], mailbox);
    await server.append(
      [{ raw: Buffer.concat([Buffer.from(mail('large')), Buffer.alloc(size - 25, 'x')]) }],
      mailbox,
    );
    await server.append([{ raw: mail('small') }], mailbox);
    const { arrivals } = await polled(wireOf({ mailbox }));
    const sizes = arrivals.map(({ content }) =>
      content.form === 'mail' ? [content.bytes.length, content.size] : [],
    );
    expect(sizes).toEqual([
      [25, 25],
      [262_145, size],
      [25, 25],
    ]);
  });

  it('is read again when the server numbers it anew: what was there at the baseline stays out (10.2)', async () => {
    const mailbox = await box();
    await server.append([{ raw: mail('old'), arrived: '2026-11-01T00:00:00Z' }], mailbox);
    const first = await polled(wireOf({ mailbox }), { since: 'now' });
    await server.append([{ raw: mail('new'), arrived: '2026-11-02T00:00:00Z' }], mailbox);
    const second = await polled(wireOf({ mailbox }), { from: first.reached });
    expect(second.arrivals.map(one => one.again)).toEqual([false]);
    await server.renumber(mailbox);
    await server.append([{ raw: mail('newest'), arrived: '2026-11-03T00:00:00Z' }], mailbox);
    const third = await polled(wireOf({ mailbox }), { from: second.reached });
    expect(third.notes).toEqual(['renumbered']);
    const subjects = third.arrivals.map(({ content }) =>
      content.form === 'mail' ? Buffer.from(content.bytes).toString().slice(9, 15).trim() : '',
    );
    expect(subjects).toEqual(['new', 'newest']);
    expect(third.arrivals.map(one => one.again)).toEqual([true, true]);
    const ids = [...second.arrivals, ...third.arrivals].map(one => one.transportId);
    expect(new Set(ids).size).toBe(3);
    // What comes afterwards is new, whatever its date
    await server.append([{ raw: mail('moved'), arrived: '2026-10-01T00:00:00Z' }], mailbox);
    const fourth = await polled(wireOf({ mailbox }), { from: third.reached });
    expect(fourth.arrivals.map(one => one.again)).toEqual([false]);
    expect(fourth.notes).toEqual([]);
  });

  it('takes a moved mail for new after a first scan since a moment (10.2)', async () => {
    const mailbox = await box();
    await server.append([{ raw: mail('old'), arrived: '2026-11-01T00:00:00Z' }], mailbox);
    const first = await polled(wireOf({ mailbox }), { since: Date.parse('2026-11-15T00:00:00Z') });
    expect(first.arrivals).toEqual([]);
    await server.append([{ raw: mail('moved'), arrived: '2026-11-02T00:00:00Z' }], mailbox);
    expect((await polled(wireOf({ mailbox }), { from: first.reached })).arrivals).toHaveLength(1);
  });

  it('goes over uids that are gone (10.2)', async () => {
    const mailbox = await box();
    await server.append(
      Array.from({ length: 5 }, (_, at) => ({ raw: mail(String(at)) })),
      mailbox,
    );
    await server.expunge(mailbox, '2,5');
    const { arrivals, reached } = await polled(wireOf({ mailbox }));
    expect(arrivals.map(one => one.transportId.split(':')[1])).toEqual(['1', '3', '4']);
    expect(JSON.parse(reached ?? '')).toMatchObject({ uid: 5 });
  });

  it('sends neither password nor mail in clear where the line is to be safe (10.1)', async () => {
    const mailbox = await box();
    await server.append([{ raw: mail('x') }], mailbox);
    const safe = { mailbox, secure: true, port: server.securePort };
    expect((await polled(wireOf(safe, { ca: server.ca }))).arrivals).toHaveLength(1);
    expect(await failureOf(polled(wireOf(safe)))).toMatch(/^WireError: No safe connection to /);
    const clear = { ...safe, port: server.port };
    expect(await failureOf(polled(wireOf(clear, { silence: 2000 })))).toMatch(/^WireError: /);
  });

  it('refuses a wrong password, which is not repeated (10.1)', async () => {
    const failure = await failureOf(polled(wireOf({}, { secret: 'tr0mbone' })));
    expect(failure).toMatch(
      /^WireError: .* refused to let owner@example\.net in: check the password in AIMF_IMAP_PASSWORD/,
    );
    expect(failure).not.toContain('tr0mbone');
  });

  it('whose server is killed in the middle says so, and what came before stands (10.2)', async () => {
    const other = await startDovecot();
    onTestFinished(() => other.kill());
    await other.append(Array.from({ length: 300 }, (_, at) => ({ raw: mail(String(at)) })));
    const wire = imapWire({ ...TRANSPORT, port: other.port }, { secret: other.password, silence: 5000 });
    let given = 0;
    let watermark = '';
    const read = async () => {
      for await (const event of wire.poll(requestOf())) {
        if (event.event !== 'arrival') continue;
        ({ watermark } = event.arrival);
        if (++given === 70) await other.kill();
      }
    };
    expect(await failureOf(read())).toMatch(
      /^WireError: 127\.0\.0\.1:\d+ (?:closed the connection before|refused)/,
    );
    expect(given).toBeGreaterThanOrEqual(70);
    expect(given).toBeLessThan(300);
    expect(JSON.parse(watermark)).toMatchObject({ uid: given });
  });
});
