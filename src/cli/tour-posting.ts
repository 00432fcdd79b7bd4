import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postingText } from '../core/posting/report.ts';
import { git, gitLine } from '../github/git.ts';
import { checkPosting } from '../github/posting.ts';
import { CommandError, type Io } from './io.ts';
import { paintFor } from './paint.ts';
import { postingPrepare } from './posting.ts';
import { projectPath } from './project-files.ts';

/**
 * The second half of the tour: in a throwaway clone one document is edited alone, which is a partial posting and fails, and
 * `prepare` makes it a complete one. Specification section 9.2.
 */
export async function tourPosting(io: Io): Promise<void> {
  const paint = paintFor(io.color);
  io.out(
    `\n${paint.strong('A change of the rules: all public surfaces together, or it does not count')}\n\n`,
  );
  const root = projectPath('');
  if ((await gitLine(root, ['rev-parse', '--verify', '--quiet', 'HEAD'])) === null) {
    io.out('This part needs a git checkout of the repository; "git clone" one to see it.\n');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'aimf-tour-'));
  try {
    await must(root, ['clone', '--quiet', '--no-local', '--depth', '1', `file://${root}`, folder]);
    const base = await gitLine(folder, ['rev-parse', 'HEAD']);
    if (base === null) throw new CommandError('The throwaway clone has no commit');
    await editSpecification(folder);
    await commit(folder, 'one surface alone');
    io.out('In a throwaway clone one sentence of the specification is changed, and nothing else:\n\n');
    io.out(postingText(brief(await checkPosting(folder, base, 'HEAD')), paint));
    io.out(`\n$ aimf posting prepare --summary "A clearer first sentence"\n\n`);
    await postingPrepare({ repo: folder, base, summary: 'A clearer first sentence' }, io);
    await commit(folder, 'all surfaces together');
    io.out('\n');
    io.out(postingText(await checkPosting(folder, base, 'HEAD'), paint));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function editSpecification(folder: string): Promise<void> {
  const path = join(folder, 'spec/SPEC.md');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('This is the specification.', 'This document is the specification.'));
}

async function commit(folder: string, message: string): Promise<void> {
  const identity = [
    '-c',
    'user.name=Tour',
    '-c',
    'user.email=tour@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  await must(folder, [...identity, 'commit', '--quiet', '--all', '--no-verify', '--message', message]);
}

async function must(folder: string, args: readonly string[]): Promise<void> {
  const result = await git(folder, args);
  if (!result.ok) throw new CommandError(`The tour's clone could not be made: ${result.error}`);
}

/** The tour shows the first findings; the whole list is what `posting check` prints. */
function brief<D extends { readonly findings: readonly unknown[] }>(decision: D): D {
  return { ...decision, findings: decision.findings.slice(0, 2) };
}
