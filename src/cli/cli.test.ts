import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { run } from './fake-io.test-support.ts';
import { projectPath } from './project-files.ts';

const CONFIG = projectPath('samples/aimf.yml');
const sample = (name: string) => projectPath(`samples/${name}`);
const execute = promisify(execFile);

async function scratch(name: string, text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'aimf-')), name);
  await writeFile(path, text);
  return path;
}

describe('aimf judge', () => {
  test('prints the report and exits 0 when all were accepted (6.6)', async () => {
    const { code, out } = await run(['judge', sample('inbox/01-note.eml'), '--config', CONFIG]);
    expect(code).toBe(0);
    expect(out).toContain('✓ accepted');
    expect(out).toContain('1 message: 1 accepted');
  });

  test('exits 1 when something was not accepted, and 2 when a file cannot be opened (6.6)', async () => {
    const stopped = await run(['judge', sample('inbox/04-colon.eml'), '--config', CONFIG]);
    expect(stopped.code).toBe(1);
    const { code, out } = await run([
      'judge',
      sample('inbox/none.eml'),
      sample('inbox'),
      '--config',
      CONFIG,
      '--json',
    ]);
    expect(code).toBe(2);
    const { results } = JSON.parse(out);
    expect(results.map((one: { verdict: unknown; error: string }) => [one.verdict, one.error])).toEqual([
      [null, 'There is no such file'],
      [null, 'It is not a regular file'],
    ]);
  });

  test('takes one run as one inbox, in order (6.7)', async () => {
    const files = ['01-note.eml', '07-resend.eml', '01-note.eml'].map(name => sample(`inbox/${name}`));
    const { out } = await run(['judge', ...files, '--config', CONFIG, '--json']);
    const words = JSON.parse(out).results.map((one: { verdict: string }) => one.verdict);
    expect(words).toEqual(['accepted', 'duplicate', 'duplicate']);
  });

  test('reads a text from standard input, unproven without --as (6.1)', async () => {
    const stdin = await readFile(sample('chat/status.txt'), 'utf8');
    const args = ['judge', '-', '--config', CONFIG, '--json'];
    const unproven = JSON.parse((await run(args, { stdin })).out).results[0];
    expect([unproven.verdict, unproven.gate]).toEqual(['attempt', 'allowlist']);
    expect((await run(args, { stdin })).err).toContain('with --as');
    const proven = JSON.parse((await run([...args, '--as', 'lena@example.com'], { stdin })).out).results[0];
    expect([proven.verdict, proven.gate]).toEqual(['held', 'agreement']);
  });

  test('holds a folder file to the name of its id (2.1)', async () => {
    const text = await readFile(sample('drop/2026-11-30-011.md'), 'utf8');
    const path = await scratch(
      'other.md',
      text.replace('FILE_DROP', 'STATUS').replace(/filename[\s\S]*/, 'topic: a\nstate: ok\ndetail: b\n'),
    );
    const args = [
      'judge',
      path,
      '--config',
      CONFIG,
      '--transport',
      'folder',
      '--as',
      'scott@example.com',
      '--json',
    ];
    const [result] = JSON.parse((await run(args)).out).results;
    expect([result.verdict, result.gate]).toEqual(['attempt', 'schema']);
    expect(result.findings.map((one: { code: string }) => one.code)).toContain('folder-file-name');
  });

  test.each([
    [['--proof', 'guess'], '--proof is one of header-from, authserv, dkim'],
    [['--transport', 'pigeon'], '--transport is folder or chat'],
    [['--at', 'yesterday'], '--at "yesterday" is no time'],
    [['--config', '/nowhere/aimf.yml'], 'cannot be read: There is no such file'],
    [['--colour'], "unknown option '--colour'"],
  ])('says what is wrong with %j and exits 2', async (options, words) => {
    const { code, out, err } = await run([
      'judge',
      sample('chat/status.txt'),
      '--config',
      CONFIG,
      ...options,
    ]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(words);
  });

  test.each([
    ['judge', 'x', '--config', '\u001b[31mx\u202e\nforged'],
    ['judge', 'x', '--config', CONFIG, '--at', '\u001b[31mx\u202e\nforged'],
    ['judge', 'x', '--config', CONFIG, '--proof', '\u001b[31mx\u202e\nforged'],
    ['judge', 'x', '--config', CONFIG, '--transport', '\u001b[31mx\u202e\nforged'],
    ['judge', '--\u001b[31mx\u202e'],
    ['\u001b[31mx\u202e'],
    ['registry', 'check', '--registry', '\u001b[31mx\u202e\nforged'],
    ['verify-prompt', '\u001b[31mx\u202e\nforged'],
    ['ack', '\u001b[31mx\u202e\nforged', '--from', 'a@example.com'],
  ])('no argument of %j repaints the terminal or forges a line of an error (6.3)', async (...args) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toContain('\\u{1b}[31mx\\u{202e}');
    expect(err).not.toMatch(/[\u001b\u202e]|^forged/m);
  });
  test('names every fault of a private file', async () => {
    const config = await scratch(
      'aimf.yml',
      'owner: {name: Andrew, addresses: [], time_zone: Mars}\nparty: []\n',
    );
    const { code, err } = await run(['judge', sample('chat/status.txt'), '--config', config]);
    expect(code).toBe(2);
    expect(err).toContain('owner.name');
    expect(err).toContain('no such field here: party');
  });

  test('never prints a secret, and exits 2 while it is not at hand (6.2)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aimf-'));
    const agreement = (await readFile(sample('registry/agreements/AGR-2026-002.yml'), 'utf8'))
      .replace('auth: none', 'auth: secret')
      .replace('status: paused', 'status: active');
    const config = (await readFile(CONFIG, 'utf8')).replace(
      'identities: [lena',
      'secret_env: LENA\n    identities: [lena',
    );
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(folder, 'registry/agreements'), { recursive: true });
    await writeFile(join(folder, 'registry/agreements/AGR-2026-002.yml'), agreement);
    await writeFile(join(folder, 'aimf.yml'), config);
    const text = (await readFile(sample('chat/status.txt'), 'utf8')).replace(
      '\n\n',
      '\nauth: open-sesame\n\n',
    );
    const message = join(folder, 'status.txt');
    await writeFile(message, `${text}\nThe word is open-sesame.\n`);
    for (const form of [[], ['--json']]) {
      const args = [
        'judge',
        message,
        '--config',
        join(folder, 'aimf.yml'),
        '--as',
        'lena@example.com',
        ...form,
      ];
      const unset = await run(args);
      expect(unset.code).toBe(2);
      expect(unset.err).toContain('set LENA');
      const set = await run(args, { env: { LENA: 'open-sesame' } });
      expect(set.code).toBe(0);
      expect(set.out + set.err).not.toContain('open-sesame');
      const wrong = await run(args, { env: { LENA: 'another-word' } });
      expect(wrong.out + wrong.err).not.toContain('another-word');
      expect(wrong.code).toBe(1);
    }
  });
});

describe('aimf compose and aimf simulate', () => {
  const note = ['--from', 'bot@example.com', '--agreement', 'AGR-2026-10-26-001'];

  test('compose writes a message that simulate accepts (7.2)', async () => {
    const composed = await run([
      'compose',
      'NOTE',
      ...note,
      '--subject',
      'Doors: at 7 # sharp',
      '--body',
      'See you',
    ]);
    expect(composed.code).toBe(0);
    expect(composed.out).toMatch(/\nSee you\n$/);
    const path = await scratch('note.md', composed.out);
    const simulated = await run(['simulate', path]);
    expect(simulated.code).toBe(0);
    expect(simulated.out).toContain('✓ accepted');
    expect(simulated.out).toContain('subject: Doors: at 7 # sharp');
  });

  test('compose writes a mail file that carries its files (2.1)', async () => {
    const file = await scratch('plan – März.csv', 'a,b\r\n1,2\r\n');
    const out = join(await mkdtemp(join(tmpdir(), 'aimf-')), 'drop.eml');
    const fields = ['--filename', 'plan – März.csv', '--purpose', 'The plan'];
    const args = [
      'compose',
      'FILE_DROP',
      ...note,
      ...fields,
      '--to',
      'andrew@example.net',
      '--attach',
      file,
      '--out',
      out,
    ];
    expect((await run(args)).err).toContain('Nothing was sent');
    const again = await run(args);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('add --force')]);
    const simulated = JSON.parse((await run(['simulate', out, '--json'])).out);
    expect(simulated.results[0].findings).not.toContainEqual(expect.objectContaining({ level: 'error' }));
    expect(simulated.results[0].attachments).toEqual([
      expect.objectContaining({ name: 'plan – März.csv', bytes: 10 }),
    ]);
  });

  test('compose asks for what is missing where a person can answer', async () => {
    const { code, out } = await run(['compose', 'QUESTION'], {
      answers: ['Shall we?', 'Yes | No', 'bot@example.com'],
    });
    expect(code).toBe(0);
    expect(out).toContain('from: bot@example.com');
    expect(out).toContain('question: Shall we?\noptions: [Yes, No]');
  });

  test('compose never writes an invalid message (3.4)', async () => {
    const missing = await run(['compose', 'STATUS', ...note, '--topic', 'x']);
    expect([missing.code, missing.out]).toEqual([2, '']);
    expect(missing.err).toContain('--state');
    const wrong = await run([
      'compose',
      'STATUS',
      ...note,
      '--topic',
      'x',
      '--state',
      'fine',
      '--detail',
      'y',
    ]);
    expect(wrong.err).toContain('Write ok, attention, failed');
    expect(
      (await run(['compose', 'NOTE', ...note, '--subject', 'x', '--action', 'summarize'])).err,
    ).toContain('NOTE has no field "action"');
  });

  test('compose takes one plain address for --to and nothing that could add a header (3.4)', async () => {
    const to = ['--subject', 'x', '--to', 'a@example.net\nBcc: b@example.net'];
    const { code, out, err } = await run(['compose', 'NOTE', ...note, ...to]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('--to is one plain address')]);
  });
  test('compose adds the auth line, and simulate knows the secret (6.2)', async () => {
    const env = { WORD: 'open-sesame' };
    const auth = ['--auth', 'hmac', '--secret-env', 'WORD', '--sent', '2026-11-30T14:00:00Z', '--id', 'a1'];
    const composed = await run(['compose', 'NOTE', ...note, '--subject', 'x', ...auth], { env });
    expect(composed.out).toMatch(/^auth: [0-9a-f]{32}$/m);
    expect(composed.out).not.toContain('open-sesame');
    expect((await run(['compose', 'NOTE', ...note, '--subject', 'x', ...auth])).code).toBe(2);
  });

  test('simulate compares with the real verdict, given as a word or as JSON (7.2)', async () => {
    const status = ['STATUS', ...note, '--topic', 'x', '--state', 'ok', '--detail', 'y'];
    const same = await run(['simulate', ...status, '--real', 'accepted']);
    expect([same.code, same.out]).toEqual([
      0,
      expect.stringContaining('The real verdict is the same: accepted'),
    ]);
    const judged = await run(['judge', sample('inbox/04-colon.eml'), '--config', CONFIG, '--json']);
    const differs = await run(['simulate', ...status, '--real', await scratch('real.json', judged.out)]);
    expect([differs.code, differs.out]).toEqual([1, expect.stringContaining('really attempt at schema')]);
    for (const real of [
      'no such file',
      'good',
      'maybe',
      'attempt/door',
      'attempt/envelope',
      'attempt/schema/type',
    ]) {
      const { code, err } = await run(['simulate', ...status, '--real', real]);
      expect([code, err]).toEqual([2, expect.stringContaining('--real is a verdict')]);
    }
  });

  test('simulate says that it does not know an agreement (7.2)', async () => {
    const fields = ['--from', 'bot@example.com', '--agreement', 'AGR-2026-001', '--subject', 'x'];
    expect((await run(['simulate', 'NOTE', ...fields])).out).toContain('has no agreement "AGR-2026-001"');
  });
  test('simulate shows a first contact as an access request (9.7)', async () => {
    const { out } = await run([
      'simulate',
      'NOTE',
      '--from',
      'dana@example.org',
      '--subject',
      'May I?',
      '--json',
    ]);
    expect(JSON.parse(out).results[0].verdict).toBe('access-request');
  });
});

describe('aimf registry and aimf party', () => {
  test('registry check, list and show read this repository (8.2)', async () => {
    const registry = ['--registry', projectPath('registry')];
    expect(await run(['registry', 'check', ...registry])).toMatchObject({ code: 0 });
    expect((await run(['registry', 'list', ...registry])).out).toContain('AGR-2026-10-26-001');
    expect((await run(['registry', 'show', 'AGR-2026-10-26-001', ...registry])).out).toContain(
      '"messagesPerDay":5',
    );
    const unknown = await run(['registry', 'show', 'AGR-0', ...registry]);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('it has AGR-2026-10-26-001')]);
  });

  test('party add and remove keep comments, order and everything else (6.1)', async () => {
    const example = await readFile(projectPath('aimf.example.yml'), 'utf8');
    const path = await scratch('aimf.yml', example);
    const config = ['--config', path];
    const added = await run([
      'party',
      'add',
      'dana',
      '--identity',
      'dana@example.org',
      '--agreement',
      'AGR-2026-002',
      ...config,
    ]);
    expect(added.code).toBe(0);
    const text = await readFile(path, 'utf8');
    const comments = (source: string) => source.match(/#.*/g);
    expect(comments(text)).toEqual(comments(example));
    expect(text.indexOf('party: dana')).toBeGreaterThan(text.indexOf('# secret_env'));
    expect((await run(['party', 'remove', 'dana', ...config])).code).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(example);
    const twice = await run(['party', 'add', 'kim', '--identity', 'scott@example.com', ...config]);
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('left as it is')]);
    expect(await readFile(path, 'utf8')).toBe(example);
  });

  test('party add takes an agreement that the registry has, and a further one beside it (6.1)', async () => {
    const registry = projectPath('registry');
    const start = `owner: {name: andrew, addresses: [andrew@example.net], time_zone: UTC}\nregistry: ${registry}\nparties: []\n`;
    const path = await scratch('aimf.yml', start);
    const add = (...words: string[]) => run(['party', 'add', 'dana', ...words, '--config', path]);
    const unknown = await add('--identity', 'dana@example.org', '--agreement', 'AGR-0');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringMatching(/has no agreement "AGR-0"; it has AGR-2026-10-26-001, AGR-2026-11-15-001\. Put/),
    ]);
    expect(await readFile(path, 'utf8')).toBe(start);
    const [own, foreign] = ['AGR-2026-11-15-001', 'AGR-2026-10-26-001'] as const;
    expect(await add('--identity', 'dana@example.org', '--agreement', own)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await readFile(path, 'utf8')).toContain(`"agreement":"${own}"`);
    const further = await add('--agreement', foreign);
    expect([further.code, further.err]).toEqual([
      0,
      expect.stringContaining('is between andrew and gemini: dana'),
    ]);
    expect((await add('--agreement', own, '--agreement', foreign)).code).toBe(0);
    const list = JSON.parse((await run(['party', 'list', '--json', '--config', path])).out);
    expect(list.parties).toMatchObject([{ party: 'dana', agreements: [own, foreign] }]);
  });

  test('party add says where no registry is at hand to check with', async () => {
    const path = await scratch('aimf.yml', await readFile(projectPath('aimf.example.yml'), 'utf8'));
    const added = await run(['party', 'add', 'scott', '--agreement', 'AGR-9', '--config', path]);
    expect([added.code, added.err]).toEqual([
      0,
      expect.stringContaining('whether it has AGR-9 is not checked'),
    ]);
    expect(await readFile(path, 'utf8')).toContain('agreement: [AGR-2026-001, AGR-9] ');
  });

  test('party list needs no registry, and what does need one says how to name it', async () => {
    const path = await scratch('aimf.yml', await readFile(projectPath('aimf.example.yml'), 'utf8'));
    expect((await run(['party', 'list', '--config', path])).out).toContain('scott@example.com');
    const judged = await run(['judge', 'x', '--config', path]);
    expect([judged.code, judged.err]).toEqual([2, expect.stringContaining('"registry:" in')]);
    const checked = await run(['registry', 'check', '--registry', '/nowhere']);
    expect(checked.err).toContain('--registry');
  });
  test('party list tells whether a secret is set and never what it is (6.2)', async () => {
    const text = (await readFile(CONFIG, 'utf8')).replace(
      'identities: [lena',
      'secret_env: LENA\n    identities: [lena',
    );
    const path = projectPath('samples/../samples/aimf.yml');
    expect(path).toBe(CONFIG);
    const config = await scratch('aimf.yml', text.replace('./registry', projectPath('samples/registry')));
    const { out } = await run(['party', 'list', '--config', config], { env: { LENA: 'open-sesame' } });
    expect(out).toContain('secret in LENA (set)');
    expect(out).not.toContain('open-sesame');
  });
});

describe('aimf ack and aimf verify-prompt', () => {
  const announcement =
    'format: AIMF/1\nid: u1\nfrom: andrew@example.net\ntype: STATUS\nsent: 2026-11-30T14:00:00Z\nreply_to: none\n' +
    'agreement: AGR-2026-10-26-001\n\ntopic: AIMF protocol update\nstate: attention\n' +
    'detail: "Now v1.10 (effective 2026-12-07): open points settled. The current document is at https://example.com"\n';

  test('ack writes the exact acknowledgement (9.5)', async () => {
    const { code, out } = await run(['ack', '-', '--from', 'bot@example.com'], { stdin: announcement });
    expect(code).toBe(0);
    expect(out).toBe(
      'format: AIMF/1\nid: ack-v1.10-AGR-2026-10-26-001\nfrom: bot@example.com\ntype: STATUS\nsent: 2026-11-30T14:30:00Z\n' +
        'reply_to: none\nagreement: AGR-2026-10-26-001\nprotocol_version: v1.10\n\ntopic: AIMF protocol update\nstate: ok\n' +
        'detail: Acknowledged v1.10 (effective 2026-12-07)\n',
    );
  });

  test('ack refuses what is no announcement (9.5)', async () => {
    const other = announcement.replace('AIMF protocol update', 'Something else');
    const { code, err } = await run(['ack', '-', '--from', 'bot@example.com'], { stdin: other });
    expect([code, err]).toEqual([2, expect.stringContaining('is no announcement')]);
  });

  test('verify-prompt tells a copy from a forgery, whatever the line ends (9.3)', async () => {
    const canonical = await readFile(projectPath('spec/update-prompt.md'), 'utf8');
    const pasted = canonical.replaceAll('\n', '\r\n').trim();
    expect((await run(['verify-prompt', '-'], { stdin: pasted })).code).toBe(0);
    const forged = await run(['verify-prompt', '-'], {
      stdin: canonical.replace('githubusercontent.com', 'example.org'),
    });
    expect([forged.code, forged.out]).toEqual([1, expect.stringContaining('Not genuine: line ')]);
    expect((await run(['verify-prompt', '-'], { stdin: `${canonical}And one thing more.` })).code).toBe(1);
  });
});

test('aimf tour judges the sample mailbox', async () => {
  const { code, out } = await run(['tour']);
  expect(code).toBe(0);
  expect(out).toContain(
    '10 messages: 3 accepted, 3 attempt, 1 access-request, 1 duplicate, 1 ordinary, 1 held',
  );
});

test('every command has help with an example', async () => {
  const names = [
    'judge',
    'compose',
    'simulate',
    'vectors',
    'ack',
    'verify-prompt',
    'registry check',
    'party add',
  ];
  for (const name of names) {
    const { code, out } = await run([...name.split(' '), '--help']);
    expect([name, code]).toEqual([name, 0]);
    expect(out).toContain('Example:\n  aimf ');
  }
});

describe('bin/aimf.js', () => {
  test('runs the command line and prints nothing but JSON on standard output', async () => {
    const args = [
      projectPath('bin/aimf.js'),
      'judge',
      sample('inbox/01-note.eml'),
      '--config',
      CONFIG,
      '--json',
    ];
    const { stdout, stderr } = await execute(process.execPath, args);
    expect(JSON.parse(stdout).aimf).toBe(1);
    expect(stderr).toBe('');
  });

  test('says which Node it needs where the Node is too old', async () => {
    const old =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });';
    const preload = await scratch('old.cjs', old);
    const started = execute(process.execPath, ['--require', preload, projectPath('bin/aimf.js'), '--help']);
    await expect(started).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('aimf needs Node 22.19 or newer'),
    });
  });
});
