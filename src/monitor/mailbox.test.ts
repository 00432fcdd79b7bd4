import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Dovecot, noDovecot, startDovecot } from '../transport/dovecot.test-support.ts';
import { imapWire } from '../transport/imap.ts';
import { fetchedUids, imapProxy } from '../transport/imap-proxy.test-support.ts';
import { judgeInChild } from './judge-child.ts';
import { dropMail, mailOf, message } from './messages.test-support.ts';
import { verdictsOf, World } from './world.test-support.ts';

const missing = noDovecot();
describe.skipIf(missing !== null)(`a run over a mailbox${missing === null ? '' : ` (${missing})`}`, () => {
  let server: Dovecot;
  let count = 0;
  beforeAll(async () => {
    server = await startDovecot();
  }, 60_000);
  afterAll(() => server?.kill());

  const wireOf = ({ port, user, password }: Dovecot, mailbox: string) => {
    const credential = { kind: 'password', variable: 'P' } as const;
    const place = { kind: 'imap', host: '127.0.0.1', port, secure: false, user, mailbox } as const;
    return imapWire({ ...place, credential }, { secret: password, silence: 5000 });
  };
  const open = async () => {
    const mailbox = `box${++count}`;
    await server.command(`CREATE ${mailbox}`);
    return { mailbox, wire: wireOf(server, mailbox), world: new World() };
  };

  it('judges mail at the time of its arrival, whatever the clock of the run says (2.3)', async () => {
    const { mailbox, wire, world } = await open();
    const sent = { sent: '2026-11-01T10:00:00Z' };
    await server.append([{ raw: mailOf(message('1', sent)), arrived: '2026-11-01T10:00:07Z' }], mailbox);
    const [result] = await world.results([wire]);
    expect(result).toMatchObject({
      verdict: 'accepted',
      arrived: '2026-11-01T10:00:07.000Z',
      transport: 'email',
      file: `${mailbox}/1`,
      wire: `owner@example.net at 127.0.0.1/${mailbox}`,
    });
    expect(result?.findings.map(one => one.code)).not.toContain('sent-old');
  });

  it('is silent about what it knows when the server numbers its mailbox anew (10.2)', async () => {
    const { mailbox, wire, world } = await open();
    const old = { raw: mailOf(message('0')), arrived: '2026-11-01T00:00:00Z' };
    await server.append([old], mailbox);
    const first = await world.run([wire], { since: 'now' });
    expect(first.wires[0]?.notes.map(one => one.code)).toEqual(['baseline']);
    const broken = mailOf(message('2').replace('subject', 'object'));
    const mails = [
      mailOf(message('1')),
      broken,
      mailOf('Are you hungry?', { subject: 'Lunch' }),
      dropMail('3', 'oats'),
    ];
    await server.append(
      mails.map(raw => ({ raw })),
      mailbox,
    );
    const verdicts = ['accepted', 'attempt at schema', 'accepted'];
    expect(verdictsOf(await world.results([wire]))).toEqual(verdicts);
    await server.renumber(mailbox);
    await server.append([{ raw: mailOf(message('4')) }], mailbox);
    const report = await world.run([wire]);
    expect(report.wires[0]?.notes.map(one => one.code)).toEqual(['renumbered']);
    expect(report.wires).toMatchObject([{ ok: true, new: 1 }]);
    expect([...report.results].map(one => one.envelope?.id)).toEqual(['4']);
    // The same bytes once more are no longer the same mail
    await server.append([{ raw: mailOf(message('1')) }], mailbox);
    world.store.delivered(
      'run',
      [...report.results].map(one => one.key),
      world.now,
    );
    expect(verdictsOf(await world.results([wire]))).toEqual(['duplicate']);
  });

  it('reports a mail that cannot be read in time, and goes on behind it (10.2)', {
    timeout: 120_000,
  }, async () => {
    const { mailbox, wire, world } = await open();
    const hostile = `${mailOf(message('2'))}hang forever`;
    await server.append(
      [mailOf(message('1')), hostile, mailOf(message('3'))].map(raw => ({ raw })),
      mailbox,
    );
    const main = new URL('./hanging-judge.test-support.ts', import.meta.url);
    const limits = { millis: 1000, megabytes: 128 };
    const report = await world.run([wire], { judge: facts => judgeInChild(facts, limits, main) });
    const results = [...report.results];
    expect(verdictsOf(results)).toEqual(['accepted', 'null', 'accepted']);
    expect(results[1]).toMatchObject({ error: 'It could not be read: it took longer than 1 s' });
    expect(report.wires).toMatchObject([{ ok: true, new: 3 }]);
    expect(JSON.parse(report.wires[0]?.watermark ?? '')).toMatchObject({ uid: 3 });
    await server.renumber(mailbox);
    const again = await world.run([wire], { judge: facts => judgeInChild(facts, limits, main) });
    expect(again.wires).toMatchObject([{ ok: true, new: 0 }]);
  });

  it('reports a mail once that its server does not give, and goes on behind it (10.2)', async () => {
    const { mailbox, world } = await open();
    await server.append(
      ['1', '2', '3'].map(id => ({ raw: mailOf(message(id)) })),
      mailbox,
    );
    const port = await imapProxy(server.port, async command =>
      fetchedUids(command, 3).includes(2) ? { answer: 'NO [SERVERBUG] Broken' } : { send: command },
    );
    const wire = wireOf({ ...server, port }, mailbox);
    const results = await world.results([wire]);
    expect(verdictsOf(results)).toEqual(['accepted', 'null', 'accepted']);
    expect(results[1]).toMatchObject({
      error: 'The server does not give it: Broken',
      transport: 'email',
      file: `${mailbox}/2`,
    });
    const again = await world.run([wire]);
    expect(again.wires).toMatchObject([{ ok: true, new: 0 }]);
    expect([...again.results]).toEqual([]);
  });

  it('whose server is killed in the middle is read on from there (10.2)', async () => {
    const other = await startDovecot();
    onTestFinished(() => other.kill());
    const world = new World();
    await other.append(Array.from({ length: 200 }, (_, at) => ({ raw: mailOf(message(String(at))) })));
    const killed: Promise<void>[] = [];
    const kill = ({ done }: { readonly done: number }) => {
      if (done === 50) killed.push(other.kill());
    };
    const report = await world.run([wireOf(other, 'INBOX')], { progress: kill });
    await Promise.all(killed);
    const [wire] = report.wires;
    expect(wire).toMatchObject({ ok: false, error: expect.stringMatching(/closed the connection|refused/) });
    expect(JSON.parse(wire?.watermark ?? '')).toMatchObject({ uid: wire?.new });
    expect([...report.results]).toHaveLength(wire?.new ?? 0);
  });
});
