import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Release } from '../core/posting/announcement.ts';
import { jsonText } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { readCorrespondence } from '../github/correspondence.ts';
import { gitLine } from '../github/git.ts';
import { type ReleaseFiles, readRelease, releaseFiles } from '../github/release.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

export type ReleaseOptions = {
  readonly repo: string;
  readonly out: string;
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
};

/** `aimf release`: writes what goes out with the posting at HEAD; nothing is sent (specification section 9.3). */
export async function releaseCommand(options: ReleaseOptions, io: Io): Promise<ExitCode> {
  const folder = await gitLine(options.repo, ['rev-parse', '--show-toplevel']);
  if (folder === null) throw new CommandError(`${options.repo} is not in a git repository`);
  const read = await readCorrespondence(options.config);
  if ('error' in read) throw new CommandError(read.error);
  const release = await readRelease(folder, 'HEAD', read.correspondence);
  if ('faults' in release) throw new CommandError(release.faults.join('\n'));
  const files = await releaseFiles(release);
  if (options.dryRun !== true) await writeFiles(options.out, files);
  io.out(options.json ? `${jsonText(summaryJson(release, files))}\n` : summaryText(release, files, options));
  return 0;
}

async function writeFiles(folder: string, files: ReleaseFiles): Promise<void> {
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

function summaryJson(release: Release, files: ReleaseFiles): object {
  const { stamp, summary, agreementsOnly, announcements } = release;
  const shown = announcements.map(({ agreement, party, transport, ack }) => ({
    agreement,
    party,
    transport,
    ack,
  }));
  return { aimf: 1, ...stamp, summary, agreementsOnly, files: [...files.keys()], announcements: shown };
}

function summaryText(release: Release, files: ReleaseFiles, options: ReleaseOptions): string {
  const { stamp, announcements } = release;
  const lines = [
    `${stamp.version}, posted ${stamp.posted}, effective ${stamp.effective}: ${quotable(release.summary)}`,
  ];
  for (const one of announcements) {
    lines.push(
      `  to ${one.party} under ${one.agreement} by ${one.transport}${one.ack ? ', with an acknowledgement' : ''}`,
    );
  }
  if (announcements.length === 0) lines.push('  nobody is to be told');
  const place = options.dryRun
    ? 'Nothing was written (--dry-run)'
    : `Wrote ${files.size} files to ${options.out}`;
  const addresses =
    options.config === undefined ? ' The addresses are examples: give --config for the real ones.' : '';
  return `${[...lines, `${place}. Nothing was sent.${addresses}`].join('\n')}\n`;
}
