import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { schemaFiles } from '../core/document/schemas.ts';
import { updatePrompt } from '../core/document/update-prompt.ts';
import { vectorsPage } from '../core/document/vectors-page.ts';
import { readProtocol } from '../core/registry/protocol.ts';
import { CommandError } from './io.ts';
import { projectPath } from './project-files.ts';
import { readVectors } from './vectors.ts';

/** Every committed file that is generated, by its path, with the content that it must have. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [name, text] of schemaFiles()) files.set(`spec/schema/${name}`, text);
  const protocol = await readFile(projectPath('registry/protocol.yml'), 'utf8').catch(() => {
    throw new CommandError(
      'registry/protocol.yml cannot be read: this command works in a checkout of the repository',
    );
  });
  const read = readProtocol(protocol);
  if ('faults' in read) throw new CommandError(`registry/protocol.yml: ${read.faults.join('; ')}`);
  files.set('spec/update-prompt.md', updatePrompt(read.protocol));
  files.set('test-vectors/README.md', vectorsPage(await readVectors()));
  return files;
}

/** Writes the generated files that are not as they must be into the checkout, and gives their paths. */
export async function writeGeneratedFiles(): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [path, text] of await generatedFiles()) {
    const target = projectPath(path);
    if ((await readFile(target, 'utf8').catch(() => null)) === text) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    written.push(path);
  }
  return written;
}
