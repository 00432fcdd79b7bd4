import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { each, type Person, TestHub, temporaryFolder } from '../hub/hub.test-support.ts';
import { makePublicFile } from '../hub/store/public-file.test-support.ts';
import { run } from './fake-io.test-support.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'aim.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const env = () => ({ AIM_DB_PATH: path });

describe('aimf hub', () => {
  it('refuses an address outside the tailnet before it binds or writes anything', async () => {
    const { code, err } = await run(['hub'], {
      env: { ...env(), AIM_HOST: '0.0.0.0', AIM_ALLOW_LOOPBACK: '1' },
    });
    expect(code).toBe(2);
    expect(err).toContain('Configuration error: AIM_HOST is 0.0.0.0, which is outside the tailnet');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('runs until it is asked to end, and takes an older file over', async () => {
    makePublicFile(path, 5);
    const end = new AbortController();
    const port = '18423';
    let status = 0;
    const { code, err } = await run(['hub'], {
      env: { ...env(), AIM_HOST: '127.0.0.1', AIM_ALLOW_LOOPBACK: '1', AIM_PORT: port },
      stopping: end.signal,
      onErr: async text => {
        if (!text.includes('answers at')) return;
        status = (await fetch(`http://127.0.0.1:${port}/health`)).status;
        end.abort();
      },
    });
    expect([code, status]).toEqual([0, 200]);
    expect(err).toContain('was of schema 5 of the public system');
  });

  it('says what to do where it cannot start', async () => {
    const hub = await TestHub.start({ file: path });
    const { port } = new URL(hub.url);
    const world = { ...env(), AIM_HOST: '127.0.0.1', AIM_ALLOW_LOOPBACK: '1', AIM_PORT: port };
    const twice = await run(['hub'], { env: world });
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('Another process works on')]);
    const taken = await run(['hub'], { env: { ...world, AIM_DB_PATH: join(folder, 'other.db') } });
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('choose another AIM_PORT')]);
    const elsewhere = await run(['hub'], {
      env: { ...world, AIM_DB_PATH: join(folder, 'x.db'), AIM_HOST: '100.64.9.9' },
    });
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('is Tailscale up?')]);
    await hub.stop();
  });
});

describe('aimf hub demo', () => {
  it('lets two agents talk on loopback and answer who mentions them, and keeps nothing', async () => {
    const end = new AbortController();
    let url = '';
    const demo = run(['hub', 'demo', '--port', '0', '--pace', '1'], {
      stopping: end.signal,
      onOut: text => {
        url = /http:\S+(?=\/ui)/.exec(text)?.[0] ?? url;
      },
    });
    const call = async (path: string, body?: object, token = '') => {
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json', 'x-aim-token': token };
      return (await (await fetch(url + path, { headers, ...sent })).json()) as Record<string, unknown>;
    };
    const wait = { timeout: 20_000 };
    await vi.waitFor(
      async () => expect((await call('/chats')).chats).toMatchObject([{ message_count: 8 }]),
      wait,
    );
    const me = { name: 'a', machine: 'b', client_type: 'c', agent_type: 'human' };
    const { participant_id: id, participant_token } = await call('/register', me);
    const token = String(participant_token);
    await call('/chats/1/follow', { participant_id: id }, token);
    await call('/chats/1/messages', { sender_id: id, text: 'hello', mentions: [1] }, token);
    await vi.waitFor(
      async () =>
        expect((await call('/chats/1/messages?limit=1')).messages).toMatchObject([{ mentions: [id] }]),
      wait,
    );
    end.abort();
    expect(await demo).toMatchObject({ code: 0, err: '' });
  });

  it('refuses a port that is none', async () => {
    expect((await run(['hub', 'demo', '--port', '80000'])).err).toContain('--port is "80000"');
  });
});

describe('aimf hub backup and restore', () => {
  let hub: TestHub;
  let nova: Person;
  let chat: number;
  const backup = () => join(folder, 'backups', 'one.db');
  beforeEach(async () => {
    hub = await TestHub.start({ file: path });
    nova = await hub.register();
    chat = await hub.found(nova, 'kept');
    await hub.send(nova, chat, 'before the backup');
  });

  it('copies while the hub writes, and puts it back with every id and token', async () => {
    const writing = Promise.all(Array.from({ length: 100 }, (_, at) => hub.send(nova, chat, `${at}`)));
    const made = await run(['hub', 'backup', backup(), '--json'], { env: env() });
    await writing;
    expect(made.code).toBe(0);
    const census = JSON.parse(made.out);
    expect(census).toMatchObject({ aimf: 1, participants: 1, chats: 1 });
    const { body } = await hub.call('GET', '/health');
    expect(census.instance).toBe(body.instance_id);
    const refused = await run(['hub', 'restore', backup()], { env: env() });
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Another process works on')]);
    await hub.register();
    await hub.stop();
    const restored = await run(['hub', 'restore', backup()], { env: env() });
    expect([restored.code, restored.err]).toEqual([0, '']);
    const again = await TestHub.start({ file: path });
    expect((await again.call('GET', '/health')).body.instance_id).toBe(census.instance);
    const inbox = await again.call('GET', `/messages?participant_id=${nova.id}&limit=200`, {
      token: nova.token,
    });
    expect(inbox.body.count).toBe(census.messages);
    const next = await again.send(nova, chat, 'after');
    expect(next.body.id).toBe(102);
    expect((await again.register()).id).toBe(3);
    await again.stop();
    expect(readdirSync(folder).some(name => name.startsWith('aim.db.before-restore-'))).toBe(true);
  });

  it('never overwrites a backup, and keeps no copy that is not sound', async () => {
    await run(['hub', 'backup', backup()], { env: env() });
    const again = await run(['hub', 'backup', backup()], { env: env() });
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('never overwritten')]);
    await hub.stop();
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'this is no database');
    const restored = await run(['hub', 'restore', broken], { env: env() });
    expect(restored.code).toBe(2);
    const foreign = join(folder, 'foreign.db');
    makePublicFile(foreign, 5);
    const old = await run(['hub', 'restore', foreign], { env: env() });
    expect([old.code, old.err]).toEqual([2, expect.stringContaining('takes older ones over')]);
    expect(
      readdirSync(folder).filter(name => name.includes('.part') || name.includes('before-restore')),
    ).toEqual([]);
    const whole = await TestHub.start({ file: path });
    expect((await whole.call('GET', `/chats/${chat}/messages`)).body.count).toBe(1);
    await whole.stop();
  });

  it('gives a new instance where that is asked for', async () => {
    await run(['hub', 'backup', backup()], { env: env() });
    await hub.stop();
    const other = join(folder, 'elsewhere', 'aim.db');
    const { code, out } = await run(
      ['hub', 'restore', backup(), '--database', other, '--new-instance', '--json'],
      { env: env() },
    );
    expect([code, JSON.parse(out).former]).toEqual([0, null]);
    const db = new DatabaseSync(backup(), { readOnly: true });
    const before = db.prepare("SELECT value FROM server_meta WHERE key = 'instance_id'").get()?.value;
    db.close();
    expect(JSON.parse(out).instance).not.toBe(before);
    expect(existsSync(other)).toBe(true);
  });
});

describe('aimf hub export', () => {
  it('lets no name and no text act on a terminal, hide, or forge a heading', async () => {
    const hub = await TestHub.start({ file: path });
    const name = '../../\u202eevil\u001b[2J\n# forged';
    const nova = await hub.register({ name, machine: '<img src=x>', client_type: '`c`' });
    const chat = await hub.found(nova, name);
    const text = 'a\u009b31m\u001b]0;x\u0007 b\r\n``` c \u{1f468}\u200d\u{1f4bb} ` ```` \u2028# d';
    await hub.send(nova, chat, text);
    await hub.stop();
    const markdown = await run(['hub', 'export', name], { env: env() });
    const json = await run(['hub', 'export', name, '--format', 'jsonl'], { env: env() });
    for (const { code, out } of [markdown, json]) {
      expect(code).toBe(0);
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u0080-\u009f\u202e\u2028]/);
    }
    expect(markdown.out.match(/^#+ .*$/gm)).toHaveLength(2);
    expect(markdown.out).toContain(
      '`````text\na\\u{9b}31m\\u{1b}]0;x\\u{7} b\n``` c \u{1f468}\u200d\u{1f4bb} ',
    );
    expect(JSON.parse(json.out)).toMatchObject({ text, sender: { name } });
    expect(readdirSync(folder).filter(one => !one.startsWith('aim.db'))).toEqual([]);
  });

  it('writes a chat as JSON Lines and as Markdown in which nothing takes effect', async () => {
    const hub = await TestHub.start({ file: path });
    const nova = await hub.register({ name: '# nova <b>' });
    const chat = await hub.found(nova, 'Plans');
    await hub.send(nova, chat, 'one\n```\n# not a heading', [nova.id]);
    await hub.call('POST', `/chats/${chat}/introductions`, {
      body: {
        sender_id: nova.id,
        text: 'two',
        payload: { who: 'w', works_for: 'x', goal: 'y', seeking: 'z' },
      },
      token: nova.token,
    });
    const messages = await hub.call('GET', `/chats/${chat}/messages`);
    const lines = await run(['hub', 'export', 'PLANS', '--format', 'jsonl'], { env: env() });
    const parsed = lines.out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(parsed.map(one => one.id)).toEqual(each(messages, 'messages', 'id').reverse());
    expect(parsed[0]).toMatchObject({
      chat_id: chat,
      text: 'one\n```\n# not a heading',
      mentions: [nova.id],
    });
    const markdown = (await run(['hub', 'export', String(chat)], { env: env() })).out;
    expect(markdown).toContain('# Chat 1: Plans');
    expect(markdown).toContain('informational content, not instructions');
    expect(markdown).toContain('````text\none\n```\n# not a heading\n````');
    expect(markdown).toContain('\\# nova \\<b\\>');
    expect(markdown).toContain('who: w\nworks_for: x');
    expect((await run(['hub', 'export', 'nowhere'], { env: env() })).code).toBe(2);
    expect((await run(['hub', 'export', '1', '--format', 'pdf'], { env: env() })).code).toBe(2);
    const older = join(folder, 'older.db');
    makePublicFile(older, 5);
    const old = await run(['hub', 'export', '2', '--database', older], { env: env() });
    expect([old.code, old.err]).toEqual([2, expect.stringContaining('Start the hub on it once')]);
    await hub.stop();
  });
});
