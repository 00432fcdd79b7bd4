import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readReceiver } from '../core/registry/receiver.ts';
import { type Dovecot, noDovecot, startDovecot } from './dovecot.test-support.ts';
import { folderWire } from './folder.ts';
import { githubWire } from './github-issues.ts';
import { imapWire } from './imap.ts';
import { startIssueServer } from './issue-server.test-support.ts';
import { MemoryWire } from './memory-wire.test-support.ts';
import type { Arrival } from './wire.ts';
import { type Place, polled, wireContract } from './wire-contract.test-support.ts';
import { openWires } from './wires.ts';

const EMPTY = { agreements: new Map(), capabilities: new Map(), protocol: null, faults: [] };
const contentText = async ({ content }: Arrival) => {
  switch (content.form) {
    case 'mail':
    case 'text':
      return new TextDecoder().decode(content.bytes).split('\r\n\r\n').at(-1)?.trim() ?? '';
    case 'file':
      return readFileSync(content.path, 'utf8');
    case 'issue':
      return content.body;
    case 'delivery':
      return content.delivery.text ?? '';
    case 'withheld':
      return content.why;
  }
};

wireContract('a chat in memory', async () => {
  const wire = new MemoryWire();
  return {
    wire: () => wire,
    put: async (text, arrived) => wire.say(text, 'dana', Date.parse(arrived)),
    look: async () => wire.name,
    ruin: async () => {
      wire.failsAfter = 0;
    },
    textOf: contentText,
  };
});

wireContract('a drop folder', async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-drop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const transport = { kind: 'folder', path: './drop', proves: null, settle: 0 } as const;
  let count = 0;
  return {
    wire: () => folderWire(transport, folder),
    put: async (text, arrived) => {
      const path = join(folder, `${++count}.md`);
      writeFileSync(path, text);
      utimesSync(path, new Date(arrived), new Date(arrived));
    },
    look: async () =>
      readdirSync(folder).map(name => {
        const { mode, size, mtimeMs, ctimeMs } = lstatSync(join(folder, name));
        return [name, mode, size, mtimeMs, ctimeMs];
      }),
    ruin: async () => rmSync(folder, { recursive: true }),
    textOf: contentText,
  };
});

wireContract('the issues of a repository', async (): Promise<Place> => {
  const server = await startIssueServer();
  onTestFinished(() => server.stop());
  const transport = { kind: 'github', repository: 'o/r', tokenVariable: 'T', api: server.api } as const;
  return {
    wire: () => githubWire(transport, 'open sesame', EMPTY),
    put: async (text, arrived) => {
      const number = server.issues.length + 1;
      const user = { id: 7, type: 'User' };
      server.issues.push({ number, body: text, created_at: arrived, updated_at: arrived, user });
    },
    look: async () => structuredClone(server.issues),
    ruin: async () => {
      server.refuse = { status: 404 };
    },
    textOf: contentText,
  };
});

const missing = noDovecot();
describe.skipIf(missing !== null)(`with Dovecot${missing === null ? '' : ` (${missing})`}`, () => {
  let server: Dovecot;
  let count = 0;
  beforeAll(async () => {
    server = await startDovecot();
  }, 60_000);
  afterAll(() => server?.kill());

  wireContract('a mailbox', async (): Promise<Place> => {
    const mailbox = `box${++count}`;
    await server.command(`CREATE ${mailbox}`);
    const transport = {
      kind: 'imap',
      host: '127.0.0.1',
      port: server.port,
      secure: false,
      user: server.user,
      credential: { kind: 'password', variable: 'P' },
      mailbox,
    } as const;
    return {
      wire: () => imapWire(transport, { secret: server.password }),
      put: (text, arrived) => server.append([{ raw: `Subject: x\r\n\r\n${text}\r\n`, arrived }], mailbox),
      look: () => server.look(mailbox),
      ruin: async () => {
        await server.command(`DELETE ${mailbox}`);
      },
      textOf: contentText,
    };
  });
});

describe('the wires of a private file', () => {
  const read = readReceiver(`owner: {name: andrew, addresses: [andrew@example.net], time_zone: UTC}
parties: [{party: dana, identities: [dana@example.com]}]
transports:
  - {kind: imap, host: imap.example.net, user: andrew@example.net, password_env: AIMF_PASSWORD}
  - {kind: folder, path: ./drop, party: dana, settle: 0s}
  - {kind: github, repository: o/r, token_env: AIMF_TOKEN}
  - {kind: github, repository: o/public}
`);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  const { monitoring } = read;

  it('are named by the place that they read, whatever else changes (10.2)', async () => {
    const setup = { monitoring, registry: EMPTY, folder: '/nowhere' };
    const wires = await openWires(setup, { AIMF_PASSWORD: 'p', AIMF_TOKEN: 't' });
    expect(wires.map(one => `${one.kind}: ${one.name}`)).toEqual([
      'imap: andrew@example.net at imap.example.net/INBOX',
      'folder: ./drop',
      'github: o/r',
      'github: o/public',
    ]);
  });

  it('of which one has no password say so when they are read, and stop no other (10.1)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'aimf-wires-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'drop'));
    writeFileSync(join(folder, 'drop', '1.md'), 'hello');
    const [mailbox, drop, issues] = await openWires(
      { monitoring, registry: EMPTY, folder },
      { AIMF_TOKEN: '' },
    );
    if (mailbox === undefined || drop === undefined || issues === undefined) throw new Error('no wires');
    await expect(polled(mailbox)).rejects.toThrow('The variable AIMF_PASSWORD is not set');
    await expect(polled(issues)).rejects.toThrow('The variable AIMF_TOKEN is not set');
    const { arrivals } = await polled(drop, { now: Date.now() + 1000 });
    expect(arrivals.map(one => one.content)).toEqual([
      { form: 'file', path: join(folder, 'drop', '1.md'), identity: 'dana' },
    ]);
  });
});
