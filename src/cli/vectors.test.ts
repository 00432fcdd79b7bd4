import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Vectors } from '../core/document/vectors-page.ts';
import { CommandError, type Io } from './io.ts';
import { splitWords } from './run-program.ts';
import {
  readVectors,
  runVector,
  runVectors,
  VECTORS_FOLDER,
  vectorsCommand,
  vectorsReport,
} from './vectors.ts';

const set = await readVectors();
const OWN = fileURLToPath(new URL('../../bin/aimf.js', import.meta.url));

/** A handful of vectors that need each kind of argument. */
const FEW = [
  'types/note-valid.md',
  'dkim/good.eml',
  'auth/hmac-right.md',
  'duplicate/changed.md',
  'folder/note-5.md',
];

function few(...names: string[]): Vectors {
  return { ...set, vectors: set.vectors.filter(one => names.includes(one.file.replace('messages/', ''))) };
}

function world(): Io & { text: () => string } {
  const printed: string[] = [];
  return {
    out: text => printed.push(text),
    err: text => printed.push(text),
    stdin: async () => new Uint8Array(),
    ask: null,
    env: {},
    now: () => 0,
    stopping: () => new AbortController().signal,
    color: false,
    text: () => printed.join(''),
  };
}

describe('the published vectors (7.3)', () => {
  for (const vector of set.vectors) {
    const after = vector.after === undefined ? '' : ` after ${vector.after.length}`;
    test(`${vector.file}${after}: ${vector.why}`, async () => {
      const { got, ok } = await runVector(vector, set, { io: world() });
      if (ok) return;
      const [verdict] = vector.expect.verdict;
      expect(got).toEqual({ verdict, gate: vector.expect.gate, codes: [...vector.codes].sort() });
    });
  }

  test('a file that is filled up has the same verdict and gate as published', async () => {
    const short = set.vectors.flatMap(({ fill, ...rest }) => (fill === undefined ? [] : [rest]));
    const results = await runVectors({ ...set, vectors: short }, { io: world() });
    expect(short.length).toBeGreaterThan(0);
    for (const [at, { got }] of results.entries())
      expect(got).toMatchObject({ gate: short[at]?.expect.gate });
    expect(results.map(({ got }) => ('error' in got ? got.error : got.verdict))).toEqual(
      short.map(one => one.expect.verdict[0]),
    );
  });
});

describe('vectorsCommand (7.3)', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aimf-vectors-test-'));
    for (const name of ['messages', 'config', 'dns.json'])
      await symlink(join(VECTORS_FOLDER, name), join(folder, name));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function publish(vectors: unknown): Promise<void> {
    await writeFile(
      join(folder, 'vectors.json'),
      typeof vectors === 'string' ? vectors : JSON.stringify(vectors),
    );
  }

  test('says in one line that all hold, and ends with 0', async () => {
    await publish(few(...FEW));
    const io = world();
    expect(await vectorsCommand({}, io, folder)).toBe(0);
    expect(io.text()).toBe('5 of 5 test vectors of v1.10 hold\n');
  });

  test('tells each vector that does not hold with what was expected and what came, and ends with 1', async () => {
    const [vector, ...rest] = few(...FEW).vectors;
    if (vector === undefined) throw new Error('No vector');
    const wrong = {
      ...vector,
      expect: { verdict: ['held'], gate: 'agreement' },
      codes: ['agreement-paused'],
    };
    await publish({ ...set, vectors: [wrong, ...rest] });
    const io = world();
    expect(await vectorsCommand({}, io, folder)).toBe(1);
    expect(io.text()).toMatchInlineSnapshot(`
      "FAIL messages/types/note-valid.md
           expected held at agreement
           got      accepted +purpose-by-person +sender-proven -agreement-paused
           A NOTE as it should be, with free text behind it
      4 of 5 test vectors of v1.10 hold, 1 do not
      "
    `);
  });

  test('prints the machine form', async () => {
    await publish(few('types/note-valid.md'));
    const io = world();
    expect(await vectorsCommand({ json: true }, io, folder)).toBe(0);
    expect(JSON.parse(io.text())).toMatchObject({
      aimf: 1,
      passed: 1,
      failed: 0,
      results: [
        {
          file: 'messages/types/note-valid.md',
          ok: true,
          expected: { verdict: ['accepted'], gate: null, codes: ['purpose-by-person', 'sender-proven'] },
          got: { verdict: 'accepted', gate: null, codes: ['purpose-by-person', 'sender-proven'] },
        },
      ],
    });
  });

  test.each([
    ['no JSON', 'hello'],
    ['a vector without a verdict', { ...few(...FEW), vectors: [{ file: 'messages/x.md' }] }],
    ['no vectors', { ...few(...FEW), vectors: [] }],
  ])('%s: the vectors cannot be read', async (_, vectors) => {
    await publish(vectors);
    await expect(vectorsCommand({}, world(), folder)).rejects.toThrow(CommandError);
  });

  test.each([
    ['an empty command', ' '],
    ['a quote that does not end', 'node "judge.js'],
    ['a command that does not exist', '/no/such/command --fast'],
  ])('%s cannot be started', async (_, against) => {
    await publish(few('types/note-valid.md'));
    await expect(vectorsCommand({ against }, world(), folder)).rejects.toThrow(CommandError);
  });

  test('another implementation is compared by verdict and gate', async () => {
    const five = few(...FEW);
    await publish({ ...five, vectors: five.vectors.map(one => ({ ...one, codes: [] })) });
    const io = world();
    const against = `"${execPath}" '${OWN}'`;
    expect([await vectorsCommand({ against }, io, folder), io.text()]).toEqual([
      0,
      '5 of 5 test vectors of v1.10 hold\n',
    ]);
  });
});

describe('runVectors against another implementation (7.3)', () => {
  const one = few('types/note-valid.md');
  const answer = { aimf: 1, results: [{ verdict: 'accepted', gate: null }] };

  async function got(script: string, vectors: Vectors = one, timeout = 10_000) {
    const against = [execPath, '-e', script, 'x'];
    const [result] = await runVectors(vectors, { io: world(), against, timeout });
    return result?.got;
  }

  test('the least JSON is enough', async () => {
    expect(await got(`console.log('${JSON.stringify(answer)}')`)).toEqual({
      verdict: 'accepted',
      gate: null,
      codes: null,
    });
  });

  test('gets the arguments of judge, in the folder of the vectors, with the variables of env', async () => {
    const script = `console.error(process.argv.slice(2).join(' '), process.cwd() + '/', process.env.AIMF_VECTOR_SECRET)`;
    expect(await got(script, few('dkim/expired-when-read.eml'))).toEqual({
      error: `it ended with exit code 0 and said "judge messages/dkim/expired-when-read.eml --config config/main/aimf.yml --proof dkim --at 2026-10-26T21:59:59Z --dns dns.json --json ${VECTORS_FOLDER} ${set.env.AIMF_VECTOR_SECRET}"; it did not print the JSON of "judge --json"`,
    });
  });

  test.each([
    ['a crash', 'throw new Error("no idea")', /^it ended with exit code 1 and said ".*"; it did not print/],
    ['nothing printed', '', /^it ended with exit code 0; it did not print the JSON/],
    ['rubbish', 'console.log("accepted")', /^it ended with exit code 0; it did not print the JSON/],
    ['JSON of another form', 'console.log("[]")', /did not print the JSON/],
    [
      'an unknown verdict',
      `console.log('{"aimf":1,"results":[{"verdict":"ok","gate":null}]}')`,
      /did not print/,
    ],
    ['too few results', `console.log('{"aimf":1,"results":[]}')`, /did not print the JSON/],
    ['an end by a signal', 'process.kill(process.pid, "SIGTERM")', /^it was ended by SIGTERM$/],
  ])('%s is a failure told in words', async (_, script, told) => {
    expect(await got(script)).toEqual({ error: expect.stringMatching(told) });
  });

  test('a program that hangs is ended, with everything it started', async () => {
    const script =
      'require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 9)"], { stdio: "inherit" })';
    expect(await got(script, one, 700)).toEqual({ error: 'it did not end within 0.7 s' });
  });

  test('a failure is told in the report', async () => {
    const results = await runVectors(one, { io: world(), against: [execPath, '-e', ''] });
    expect(vectorsReport(one, results, { color: false })).toMatchInlineSnapshot(`
      "FAIL messages/types/note-valid.md
           expected accepted
           got      no verdict: it ended with exit code 0; it did not print the JSON of "judge --json"
           A NOTE as it should be, with free text behind it
      0 of 1 test vectors of v1.10 hold, 1 do not
      "
    `);
  });
});

describe('splitWords', () => {
  test.each([
    ['node  judge.js --fast', ['node', 'judge.js', '--fast']],
    [`"my judge" 'a "b"' c\\ d`, ['my judge', 'a "b"', 'c d']],
    [`a"b"'c' "" "x\\"y\\z"`, ['abc', '', 'x"y\\z']],
    ['  ', []],
    [`'open`, null],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });
});
