import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dovecot, noDovecot, startDovecot } from './dovecot.test-support.ts';
import { imapWire } from './imap.ts';
import { type Fate, fetchedUids, imapProxy } from './imap-proxy.test-support.ts';
import { polled } from './wire-contract.test-support.ts';

const NO = { answer: 'NO [SERVERBUG] Internal error' };

const missing = noDovecot();
describe.skipIf(missing !== null)(
  `a message that the server does not give${missing === null ? '' : ` (${missing})`}`,
  () => {
    let server: Dovecot;
    let count = 0;
    beforeAll(async () => {
      server = await startDovecot();
    }, 60_000);
    afterAll(() => server?.kill());

    /** A mailbox of some messages, behind a proxy that does something with each command for them. */
    const open = async (
      messages: number,
      fate: (command: string, uids: readonly number[]) => Fate | Promise<Fate>,
    ) => {
      const mailbox = `box${++count}`;
      await server.command(`CREATE ${mailbox}`);
      const mails = Array.from({ length: messages }, (_, at) => ({
        raw: `Subject: ${at + 1}\r\n\r\nhello\r\n`,
      }));
      await server.append(mails, mailbox);
      const port = await imapProxy(server.port, async command => {
        return fate(command, fetchedUids(command, messages));
      });
      const credential = { kind: 'password', variable: 'P' } as const;
      const place = { kind: 'imap', host: '127.0.0.1', port, secure: false, mailbox } as const;
      const access = { secret: server.password, silence: 1000 };
      return { mailbox, wire: imapWire({ ...place, user: server.user, credential }, access) };
    };
    const isBody = (command: string) => command.includes('BODY.PEEK');
    /** What a poll gives, by uid: `mail`, or why not. */
    const given = ({ arrivals }: Awaited<ReturnType<typeof polled>>) =>
      arrivals.map(({ transportId, content }) => {
        const uid = transportId.split(':')[1];
        return `${uid} ${content.form === 'withheld' ? content.why : content.form}`;
      });
    const refused = 'The server does not give it: Internal error';

    it.each([
      ['body', isBody],
      ['date and size', (command: string) => !isBody(command)],
    ])('stands for itself where its %s is refused, and the rest is read (10.2)', async (_, isAsked) => {
      const { wire } = await open(70, (command, uids) =>
        isAsked(command) && uids.includes(33) ? NO : { send: command },
      );
      const poll = await polled(wire);
      const expected = Array.from({ length: 70 }, (_, at) => `${at + 1} ${at === 32 ? refused : 'mail'}`);
      expect(given(poll)).toEqual(expected);
      expect(JSON.parse(poll.arrivals[32]?.watermark ?? '')).toMatchObject({ uid: 33 });
      expect(JSON.parse(poll.reached ?? '')).toMatchObject({ uid: 70 });
    });

    it('stands for itself where it is answered with nothing (10.2)', async () => {
      const { wire } = await open(3, (command, uids) => {
        const others = uids.filter(uid => uid !== 2).join(',');
        if (uids.length === 0) return { send: command };
        if (others === '') return { answer: 'OK done' };
        return { send: command.replace(/FETCH [\d:,]+/i, `FETCH ${others}`) };
      });
      expect(given(await polled(wire))).toEqual([
        '1 mail',
        '2 The server lists it and gives nothing of it',
        '3 mail',
      ]);
    });

    it('is passed over without a word where it has gone (10.2)', async () => {
      let isThere = true;
      const { wire, mailbox } = await open(3, async (command): Promise<Fate> => {
        if (isThere && /^UID FETCH/i.test(command)) {
          isThere = false;
          await server.expunge(mailbox, '2');
        }
        return { send: command };
      });
      expect(given(await polled(wire))).toEqual(['1 mail', '3 mail']);
    });

    it('is not told from others where the server refuses them all: nothing is skipped (10.2)', async () => {
      const { wire } = await open(3, command =>
        isBody(command) ? { answer: 'NO [UNAVAILABLE] Try later' } : { send: command },
      );
      await expect(polled(wire)).rejects.toThrow(
        'The server gives no message now; it is tried again at the next run. The server does not give it: Try later',
      );
    });

    it.each([
      ['dies', 'close', /closed the connection/],
      ['hangs', null, /silent for 1 s/],
    ] as const)('where the connection %s is not skipped (10.2)', async (_, fate, error) => {
      const { wire } = await open(3, (command, uids) =>
        isBody(command) && uids.includes(2) ? fate : { send: command },
      );
      await expect(polled(wire)).rejects.toThrow(error);
    });
  },
);
