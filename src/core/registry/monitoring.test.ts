import { describe, expect, it } from 'vitest';
import { readReceiver } from './receiver.ts';

const OWNER = 'owner: {name: andrew, addresses: [andrew@example.net], time_zone: America/New_York}\n';
const PARTIES = 'parties: [{party: scott, agreement: AGR-1, identities: [scott@example.com]}]\n';
const FULL = `${OWNER}${PARTIES}transports:
  - {kind: imap, host: imap.example.net, port: 993, secure: true, user: andrew@example.net, password_env: AIMF_IMAP_PASSWORD, mailbox: INBOX}
  - {kind: folder, path: ./drop/scott, party: scott}
  - {kind: github, repository: andrewdhorowitz/aimf-protocol, token_env: GITHUB_TOKEN}
report: {folder: ./reports, jsonl: ./reports/reports.jsonl, mail_to: andrew@example.net, smtp_env: AIMF_SMTP_URL, webhook_env: AIMF_WEBHOOK_URL, ping_env: AIMF_PING_URL}
state: ./state
schedule: {every: 15m, hours: "07:00-22:00", live_test: 2m}
`;
const MINUTE = 60_000;

const monitoringIn = (text: string) => {
  const read = readReceiver(text);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.monitoring;
};
const faultsIn = (text: string) => {
  const read = readReceiver(text);
  return 'faults' in read ? read.faults.join('\n') : '';
};
const transport = (line: string) => `${OWNER}${PARTIES}transports:\n  - {${line}}\n`;

describe('what the private file says of the monitor', () => {
  it('is read whole (10.1)', () => {
    expect(monitoringIn(FULL)).toMatchObject({
      transports: [
        {
          kind: 'imap',
          host: 'imap.example.net',
          port: 993,
          secure: true,
          user: 'andrew@example.net',
          credential: { kind: 'password', variable: 'AIMF_IMAP_PASSWORD' },
          mailbox: 'INBOX',
        },
        { kind: 'folder', path: './drop/scott', proves: { by: 'folder', party: 'scott' }, settle: 30_000 },
        {
          kind: 'github',
          repository: 'andrewdhorowitz/aimf-protocol',
          tokenVariable: 'GITHUB_TOKEN',
          api: 'https://api.github.com',
        },
      ],
      report: {
        folder: './reports',
        jsonl: './reports/reports.jsonl',
        mailTo: 'andrew@example.net',
        smtpVariable: 'AIMF_SMTP_URL',
        webhookVariable: 'AIMF_WEBHOOK_URL',
        pingVariable: 'AIMF_PING_URL',
      },
      state: './state',
      schedule: { every: 15 * MINUTE, hours: { from: 420, to: 1320 }, liveTest: 2 * MINUTE, ackDays: 7 },
    });
  });

  it('may be silent: nothing is watched, every 15 minutes from 7 to 22 (10.1)', () => {
    expect(monitoringIn(OWNER)).toMatchObject({
      transports: [],
      report: { folder: null, jsonl: null, mailTo: null },
      state: './state',
      schedule: { every: 15 * MINUTE, hours: { from: 420, to: 1320 }, liveTest: 2 * MINUTE },
    });
    expect(monitoringIn(`${OWNER}transports:\nreport:\nschedule:\n`).transports).toEqual([]);
  });

  it('leaves to a mailbox what is usual (10.1)', () => {
    const [mailbox] = monitoringIn(
      transport('kind: imap, host: h.example.net, user: u, token_env: T'),
    ).transports;
    expect(mailbox).toMatchObject({
      port: 993,
      secure: true,
      mailbox: 'INBOX',
      credential: { kind: 'token', variable: 'T' },
    });
    const [local] = monitoringIn(
      transport('kind: imap, host: 127.0.0.1, secure: false, user: u, password_env: P'),
    ).transports;
    expect(local).toMatchObject({ port: 143, secure: false });
  });

  it('says whose files the users of a machine are (2.2)', () => {
    const [folder] = monitoringIn(
      transport('kind: folder, path: ./drop, owners: {scott: 1004}, settle: 2m'),
    ).transports;
    expect(folder).toMatchObject({
      proves: { by: 'owner', parties: new Map([[1004, 'scott']]) },
      settle: 2 * MINUTE,
    });
  });

  it('takes a number for the seconds in which a file settles (2.1)', () => {
    expect(monitoringIn(transport('kind: folder, path: ./drop, settle: 0')).transports).toMatchObject([
      { settle: 0 },
    ]);
    expect(faultsIn(transport('kind: folder, path: ./drop, settle: -1'))).toMatch(/^transports\.0\.settle/);
  });

  it.each(['h.example.net', '10.0.0.1', 'localhost.example.net', '127.evil.example', '1270.0.0.1'])(
    'does not send a password in clear to %s unless that is meant (10.1)',
    host => {
      const line = `kind: imap, host: ${host}, secure: false, user: u, password_env: P`;
      expect(faultsIn(transport(line))).toMatch(
        /^transports\.0\.secure: .* in clear to .* allow_clear: true/,
      );
      expect(faultsIn(transport(`${line}, allow_clear: true`))).toBe('');
    },
  );

  it.each(['127.0.0.1', '127.9.9.9', 'localhost', '"::1"'])('may send in clear to %s (10.1)', host => {
    expect(faultsIn(transport(`kind: imap, host: ${host}, secure: false, user: u, password_env: P`))).toBe(
      '',
    );
  });

  it.each([
    ['a wire of no kind', transport('path: x'), /^transports\.0/],
    ['a wire of an unknown kind', transport('kind: pop3, host: h'), /^transports\.0/],
    ['a field that is none', transport('kind: folder, path: x, pathh: y'), /no such field here: pathh/],
    [
      'a password in the file',
      transport('kind: imap, host: h, user: u, password: x'),
      /no such field here: password/,
    ],
    ['no credential', transport('kind: imap, host: h, user: u'), /^transports\.0: name one variable/],
    [
      'two credentials',
      transport('kind: imap, host: h, user: u, password_env: A, token_env: B'),
      /name one variable/,
    ],
    [
      'a port that is none',
      transport('kind: imap, host: h, port: 70000, user: u, password_env: A'),
      /^transports\.0\.port/,
    ],
    ['a party that is none', transport('kind: folder, path: x, party: lena'), /lena is none of the parties/],
    ['two ways of proof', transport('kind: folder, path: x, party: scott, owners: {scott: 1}'), /not both/],
    ['no repository', transport('kind: github, repository: protocol'), /^transports\.0\.repository/],
    [
      'a token over a clear line',
      transport('kind: github, repository: a/b, api: http://ghe.example.net'),
      /https/,
    ],
    [
      'one place twice',
      `${transport('kind: folder, path: ./x')}  - {kind: folder, path: ./x/}\n`,
      /^transports\.1: it watches the same place as transports\.0/,
    ],
    ['a time that is none', FULL.replace('15m', '15 minutes'), /^schedule\.every/],
    ['no time at all', FULL.replace('15m', '0s'), /^schedule\.every: must be a second at least/],
    ['hours that are none', FULL.replace('07:00-22:00', '7-22'), /^schedule\.hours/],
    ['hours of no length', FULL.replace('07:00-22:00', '07:00-07:00'), /^schedule\.hours: write two times/],
    ['hours after midnight', FULL.replace('07:00-22:00', '07:00-24:30'), /^schedule\.hours/],
    ['mail without a server', FULL.replace('smtp_env: AIMF_SMTP_URL, ', ''), /^report\.smtp_env: is missing/],
    ['a variable that is an address', FULL.replace('AIMF_PING_URL', '"https://x"'), /^report\.ping_env/],
  ])('tells %s in words (10.1)', (_, text, expected) => {
    expect(faultsIn(text)).toMatch(expected);
  });
});
