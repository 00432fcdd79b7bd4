import { spawn } from 'node:child_process';
import { kill } from 'node:process';

/** How a program ended: what it printed and how that is told, why it failed, or why it could not be started at all. */
export type Ran =
  | { readonly stdout: string; readonly told: string }
  | { readonly error: string }
  | { readonly unstarted: string };

/** Bytes that a program may print: the JSON of a message of 25 MB fits. */
const OUTPUT = 128 * 1024 * 1024;

/**
 * Runs a program without a shell and waits for its end, or for `timeout` milliseconds: then it is killed with everything
 * it started. Never rejects.
 */
export function runProgram(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeout: number },
): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>();
  const [program = '', ...args] = words;
  const { cwd, env, timeout } = options;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let complaint = '';
  const stop = (error: string) => {
    resolve({ error });
    if (child.pid !== undefined) killGroup(child.pid);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => stop(`it did not end within ${timeout / 1000} s`), timeout);
  child.on('error', error => {
    clearTimeout(timer);
    resolve({ unstarted: error.message });
  });
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > OUTPUT) stop('it printed without end');
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < 2000) complaint += chunk.toString();
  });
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    if (signal !== null) resolve({ error: `it was ended by ${signal}${said(complaint)}` });
    const told = `it ended with exit code ${code}${said(complaint)}`;
    resolve({ stdout: Buffer.concat(chunks).toString(), told });
  });
  return promise;
}

/** The words of a command line, parted and unquoted as a shell would; null where a quote does not end. */
export function splitWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    const next = text[at + 1];
    if (quote === "'" || (quote === '"' && (character !== '\\' || (next !== '"' && next !== '\\')))) {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '\\' && next !== undefined) {
      word = (word ?? '') + next;
      at++;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== null) words.push(word);
  return quote === '' ? words : null;
}

function said(complaint: string): string {
  const first = complaint.split('\n').find(line => line.trim() !== '');
  return first === undefined ? '' : ` and said "${first.trim().slice(0, 200)}"`;
}

/** The program leads a group of its own, so that what it started ends with it. */
function killGroup(pid: number): void {
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself
  }
}
