import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type Dovecot, noDovecot, startDovecot } from './dovecot.test-support.ts';
import { folderWire } from './folder.ts';
import { githubWire } from './github-issues.ts';
import { imapWire } from './imap.ts';
import { startIssueServer } from './issue-server.test-support.ts';
import { MemoryWire } from './memory-wire.test-support.ts';
import type { Arrival } from './wire.ts';
import { type Place, wireContract } from './wire-contract.test-support.ts';

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
  });
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
