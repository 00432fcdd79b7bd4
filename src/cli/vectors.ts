import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { type Vector, type Vectors, vectorsSchema } from '../core/document/vectors-page.ts';
import { GATES } from '../core/finding/codes.ts';
import { VERDICTS } from '../core/gate/verdict.ts';
import { jsonText } from '../core/report/json.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { judgeFiles } from './judge.ts';
import { paintFor } from './paint.ts';
import { runProgram, splitWords } from './run-program.ts';

/** The published vectors; the same folder from `src/` and from `dist/`. */
export const VECTORS_FOLDER: string = fileURLToPath(new URL('../../test-vectors/', import.meta.url));

/** What an implementation made of a vector's message: `codes` is null where they are not compared. */
type Got =
  | {
      readonly verdict: string | null;
      readonly gate: string | null;
      readonly codes: readonly string[] | null;
    }
  | { readonly error: string };

/** One vector with whether it holds. */
export type VectorResult = {
  readonly file: string;
  readonly after?: readonly string[];
  readonly ok: boolean;
  readonly expected: {
    readonly verdict: readonly string[];
    readonly gate: string | null;
    readonly codes: readonly string[];
  };
  readonly got: Got;
  readonly why: string;
};

/** How vectors are run: here, or by the words of another implementation's command line. */
export type RunOptions = {
  readonly io: Io;
  readonly folder?: string;
  readonly against?: readonly string[];
  /** Milliseconds for one run of another implementation. */
  readonly timeout?: number;
};

/** One run of a vector: its files in order, the message itself last. */
type Run = { readonly vector: Vector; readonly set: Vectors; readonly files: readonly string[] };

const TIMEOUT = 10_000;

/** The part of the public JSON form that is compared. */
const answerSchema = z.object({
  aimf: z.literal(1),
  results: z.array(z.object({ verdict: z.nullable(z.enum(VERDICTS)), gate: z.nullable(z.enum(GATES)) })),
});

/** `aimf vectors`: runs the published vectors here, or with `--against` through another implementation. */
export async function vectorsCommand(
  options: { readonly against?: string; readonly json?: boolean },
  io: Io,
  folder: string = VECTORS_FOLDER,
): Promise<ExitCode> {
  const set = await readVectors(folder);
  const against = options.against === undefined ? {} : { against: wordsOf(options.against) };
  const results = await runVectors(set, { io, folder, ...against });
  io.out(options.json ? `${jsonText(summaryOf(results))}\n` : vectorsReport(set, results, io));
  return results.every(one => one.ok) ? 0 : 1;
}

/** Reads `vectors.json` of a folder of vectors. */
export async function readVectors(folder: string = VECTORS_FOLDER): Promise<Vectors> {
  const path = join(folder, 'vectors.json');
  try {
    const set = vectorsSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (set.success) return set.data;
    const [issue] = set.error.issues;
    throw new Error(`${issue?.path.map(String).join('.')}: ${issue?.message}`);
  } catch (error) {
    throw new CommandError(`The test vectors cannot be read: ${path}: ${messageOf(error)}`);
  }
}

/** Runs vectors, a few at a time, and gives their results in the same order. */
export async function runVectors(set: Vectors, options: RunOptions): Promise<VectorResult[]> {
  const results: VectorResult[] = [];
  const rest = set.vectors.entries();
  const worker = async () => {
    for (const [at, vector] of rest) results[at] = await runVector(vector, set, options);
  };
  await Promise.all(Array.from({ length: Math.min(8, availableParallelism()) }, worker));
  return results;
}

/** Runs one vector. */
export async function runVector(vector: Vector, set: Vectors, options: RunOptions): Promise<VectorResult> {
  const folder = options.folder ?? VECTORS_FOLDER;
  const filled = vector.fill === undefined ? null : await fillFile(folder, vector);
  try {
    const run = { vector, set, files: [...(vector.after ?? []), filled?.file ?? vector.file] };
    const got =
      options.against === undefined ? await judgeHere(run, options) : await judgeThere(run, options);
    const expected = { ...vector.expect, codes: [...vector.codes].sort() };
    const after = vector.after === undefined ? {} : { after: vector.after };
    return { file: vector.file, ...after, ok: holds(expected, got), expected, got, why: vector.why };
  } finally {
    if (filled !== null) await rm(filled.folder, { recursive: true, force: true });
  }
}

function holds(expected: VectorResult['expected'], got: Got): boolean {
  if ('error' in got) return false;
  const known = got.verdict !== null && expected.verdict.includes(got.verdict) && expected.gate === got.gate;
  return known && (got.codes === null || got.codes.join() === expected.codes.join());
}

async function judgeHere(
  { vector, set, files }: Run,
  { io, folder = VECTORS_FOLDER }: RunOptions,
): Promise<Got> {
  const options = {
    config: join(folder, vector.config),
    at: vector.at ?? set.at,
    dns: join(folder, set.dns),
    ...(vector.proof === undefined ? {} : { proof: vector.proof }),
    ...(vector.as === undefined ? {} : { as: vector.as }),
    ...(vector.transport === 'email' ? {} : { transport: vector.transport }),
  };
  const quiet = { ...io, err: () => undefined, env: { ...io.env, ...set.env } };
  try {
    const paths = files.map(file => resolve(folder, file));
    const last = (await judgeFiles(paths, options, quiet)).at(-1);
    if (last === undefined) return { error: 'it gave no result' };
    const codes = [...new Set(last.findings.map(one => one.code))].sort();
    return last.error === undefined
      ? { verdict: last.verdict, gate: last.gate, codes }
      : { error: last.error };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

async function judgeThere({ vector, set, files }: Run, options: RunOptions): Promise<Got> {
  const { io, folder = VECTORS_FOLDER, against = [], timeout = TIMEOUT } = options;
  const args = [
    ...['judge', ...files, '--config', vector.config],
    ...(vector.proof === undefined ? [] : ['--proof', vector.proof]),
    ...(vector.as === undefined ? [] : ['--as', vector.as]),
    ...(vector.transport === 'email' ? [] : ['--transport', vector.transport]),
    ...['--at', vector.at ?? set.at, '--dns', set.dns, '--json'],
  ];
  const ran = await runProgram([...against, ...args], {
    cwd: folder,
    env: { ...io.env, ...set.env },
    timeout,
  });
  if ('unstarted' in ran)
    throw new CommandError(`The command ${against[0]} cannot be started: ${ran.unstarted}`);
  if ('error' in ran) return ran;
  return (
    answerOf(ran.stdout, files.length) ?? {
      error: `${ran.told}; it did not print the JSON of "judge --json"`,
    }
  );
}

/** The last of as many results as files were given, or null where the text is not that JSON. */
function answerOf(text: string, count: number): Got | null {
  try {
    const answer = answerSchema.safeParse(JSON.parse(text));
    if (!answer.success || answer.data.results.length !== count) return null;
    const last = answer.data.results.at(-1);
    return last === undefined ? null : { ...last, codes: null };
  } catch {
    return null;
  }
}

/** A copy of a message with its marker filled in, under the same name. */
async function fillFile(
  from: string,
  { file, fill }: Vector,
): Promise<{ file: string; folder: string } | null> {
  if (fill === undefined) return null;
  const bytes = await readFile(join(from, file)).catch(error => {
    throw new CommandError(`The test vectors cannot be read: ${file}: ${messageOf(error)}`);
  });
  const at = bytes.indexOf(fill.marker);
  if (at === -1) throw new CommandError(`The test vectors cannot be read: ${file} has no ${fill.marker}`);
  const filling = Buffer.alloc(Buffer.byteLength(fill.with) * fill.times, fill.with);
  const folder = await mkdtemp(join(tmpdir(), 'aimf-vector-'));
  const path = join(folder, basename(file));
  const rest = bytes.subarray(at + Buffer.byteLength(fill.marker));
  await writeFile(path, Buffer.concat([bytes.subarray(0, at), filling, rest]));
  return { file: path, folder };
}

function summaryOf(results: readonly VectorResult[]) {
  const passed = results.filter(one => one.ok).length;
  return { aimf: 1, passed, failed: results.length - passed, results };
}

/** The report for people: the counts, and each vector that does not hold. */
export function vectorsReport(set: Vectors, results: readonly VectorResult[], io: Pick<Io, 'color'>): string {
  const paint = paintFor(io.color);
  const failed = results.filter(one => !one.ok);
  const lines = failed.flatMap(one => [
    `${paint.bad('FAIL')} ${paint.strong(one.file)}${one.after === undefined ? '' : ` after ${one.after.join(', ')}`}`,
    `     expected ${one.expected.verdict.join(' or ')}${at(one.expected.gate)}`,
    `     got      ${toldOf(one.expected, one.got)}`,
    `     ${paint.dim(one.why)}`,
  ]);
  const count = `${results.length - failed.length} of ${results.length} test vectors of ${set.version} hold`;
  const end = failed.length === 0 ? paint.good(count) : `${paint.bad(count)}, ${failed.length} do not`;
  return `${[...lines, end].join('\n')}\n`;
}

function toldOf(expected: VectorResult['expected'], got: Got): string {
  if ('error' in got) return `no verdict: ${got.error}`;
  const codes = got.codes ?? expected.codes;
  const extra = codes.filter(code => !expected.codes.includes(code)).map(code => `+${code}`);
  const absent = expected.codes.filter(code => !codes.includes(code)).map(code => `-${code}`);
  return [`${got.verdict}${at(got.gate)}`, ...extra, ...absent].join(' ');
}

function at(gate: string | null): string {
  return gate === null ? '' : ` at ${gate}`;
}

function wordsOf(command: string): readonly string[] {
  const words = splitWords(command);
  if (words === null || words.length === 0)
    throw new CommandError(
      `--against "${command}" is no command; write it like --against "node my-judge.js"`,
    );
  return words;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
