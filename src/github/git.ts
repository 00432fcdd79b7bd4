import { spawn } from 'node:child_process';
import { quotable } from '../core/report/sentence.ts';

/** What a git command gave: its output, or its complaint. */
export type GitResult =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly error: string };

/** Paths as they are, no helper program of the repository, and no question to anybody. */
const SETTINGS = [
  ...['-c', 'core.quotepath=false'],
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.askPass=true'],
  ...['-c', 'credential.interactive=false'],
];

/**
 * Runs git in a folder. Arguments are a list and no shell reads them; git asks nobody anything and runs no hook of the tree.
 * Its environment is that of this process, or `env` alone.
 */
export function git(
  folder: string,
  args: readonly string[],
  input?: string,
  env?: Readonly<Record<string, string>>,
): Promise<GitResult> {
  return new Promise(resolve => {
    const child = spawn('git', [...SETTINGS, ...args], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(env === undefined ? {} : { env }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', chunk => out.push(chunk));
    child.stderr.on('data', chunk => err.push(chunk));
    child.on('error', error => resolve({ ok: false, error: `git cannot be run: ${error.message}` }));
    child.on('close', code => {
      const complaint = Buffer.concat(err).toString('utf8').trim();
      resolve(
        code === 0
          ? { ok: true, out: Buffer.concat(out) }
          : { ok: false, error: complaint || `git ended with ${code}` },
      );
    });
    // git may end before it has read everything; its exit code says why
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** The output of a git command as text without its last line end, or null where it failed. */
export async function gitLine(folder: string, args: readonly string[]): Promise<string | null> {
  const result = await git(folder, args);
  return result.ok ? result.out.toString('utf8').replace(/\n$/, '') : null;
}

/** What git complains of, as one line that may be shown to anybody: an address in it may carry a password. */
export function gitComplaint(error: string): string {
  const lines = error.split('\n');
  const line = lines.find(one => /^(?:fatal|error): /.test(one)) ?? lines.at(-1) ?? '';
  return quotable(line.replace(/^(?:fatal|error): /, '').replaceAll(/\/\/[^/@\s]*@/g, '//'));
}
