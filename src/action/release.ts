import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readCorrespondence } from '../github/correspondence.ts';
import { readRelease, releaseFiles } from '../github/release.ts';
import { ActionError, type ActionResult, type ActionWorld } from './command.ts';
import { listSummary } from './summary.ts';

/** The folder, below the checkout, that the files of a release are written to. */
const FOLDER = 'release';

/** `command: release`: writes what goes out with the posting that is checked out; nothing is sent (section 9.3). */
export async function releaseCommand(world: ActionWorld): Promise<ActionResult> {
  const config = world.input('config');
  const read = await readCorrespondence(config === '' ? undefined : resolve(world.folder, config));
  if ('error' in read) throw new ActionError(read.error);
  const release = await readRelease(world.folder, world.input('head') || 'HEAD', read.correspondence);
  if ('faults' in release) throw new ActionError(release.faults.join('; '));
  const files = await releaseFiles(release);
  for (const [name, content] of files) {
    const path = join(world.folder, FOLDER, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const { version, posted, effective } = release.stamp;
  const head = `Release ${version}, posted ${posted}, effective ${effective}`;
  const told = release.announcements.map(one => [
    one.agreement,
    one.party,
    one.transport,
    one.ack ? 'asked for' : 'none',
  ]);
  return {
    exit: 0,
    log: `${head}\nWrote ${files.size} files to ${FOLDER}/. Nothing was sent.\n`,
    annotations: [],
    summary: listSummary(head, ['Agreement', 'Party', 'Transport', 'Acknowledgement'], told),
    outputs: { verdict: 'complete', version, findings: '0' },
  };
}
