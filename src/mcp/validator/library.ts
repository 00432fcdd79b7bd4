import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Vectors, vectorsSchema } from '../../core/document/vectors-page.ts';
import { BOUNDS } from '../../core/finding/bounds.ts';
import { markdownPieces } from '../../core/posting/markdown.ts';
import type { Registry } from '../../core/registry/registry.ts';
import { readBytes } from '../../transport/read-bytes.ts';
import { readRegistryFolder } from '../../transport/registry-folder.ts';
import { Refused } from '../hub/refused.ts';

/** The canonical documents, by the name under which they are asked for. */
export const DOCUMENTS = {
  spec: { path: 'spec/SPEC.md', about: 'the specification' },
  changelog: { path: 'spec/CHANGELOG.md', about: 'the changelog' },
  'trial-prompt': { path: 'spec/trial-prompt.md', about: 'the trial prompt' },
  'update-prompt': { path: 'spec/update-prompt.md', about: 'the update prompt' },
} as const;
export type DocumentName = keyof typeof DOCUMENTS;

/** A part of a document under one of its headings. */
export type Section = { readonly title: string; readonly depth: number; readonly text: string };

/** What the validator reads: the documents and vectors of this package, and the receiving side's public registry. */
export class Library {
  readonly #root: string;
  readonly #registry: string;

  /** `registry` is the folder of a registry; null is that of this package. */
  constructor(registry: string | null, root: string = fileURLToPath(new URL('../../../', import.meta.url))) {
    this.#root = root;
    this.#registry = registry ?? join(root, 'registry');
  }

  async document(name: DocumentName): Promise<string> {
    return new TextDecoder().decode(await this.#bytes(DOCUMENTS[name].path));
  }

  async registry(): Promise<Registry> {
    const read = await readRegistryFolder(this.#registry);
    if ('error' in read) throw new Refused(`${read.error}. Start the server with --registry FOLDER.`);
    return read.registry;
  }

  async vectors(): Promise<Vectors> {
    const text = new TextDecoder().decode(await this.#bytes('test-vectors/vectors.json'));
    return vectorsSchema.parse(JSON.parse(text));
  }

  /** A file of the test vectors; its name is one that `vectors.json` lists. */
  async vectorFile(path: string): Promise<string> {
    return new TextDecoder().decode(await this.#bytes(`test-vectors/${path}`));
  }

  async #bytes(path: string): Promise<Uint8Array> {
    const read = await readBytes(join(this.#root, path), BOUNDS.wireBytes);
    if ('error' in read) throw new Refused(`${path} of this package cannot be read: ${read.error}.`);
    return read.bytes;
  }
}

/** The sections of a document in order, each with what stands under its own heading and those below it. */
export function sectionsOf(text: string): readonly Section[] {
  const lines = text.split('\n');
  const headings = markdownPieces(text).filter(piece => piece.kind === 'heading');
  return headings.map(({ text: title, depth, line }, at) => {
    const next = headings.slice(at + 1).find(other => other.depth <= depth);
    const part = lines.slice(line - 1, next === undefined ? lines.length : next.line - 1);
    return { title, depth, text: `${part.join('\n').trim()}\n` };
  });
}

/** The section that is meant by a number such as `4.3`, or by words of its title; null where none is. */
export function sectionNamed(text: string, wanted: string): Section | null {
  const sections = sectionsOf(text);
  const word = wanted.trim().replace(/^§\s*/, '').toLowerCase();
  if (/^\d+(?:\.\d+)*\.?$/.test(word)) {
    const number = word.replace(/\.$/, '');
    return sections.find(({ title }) => title.split(' ')[0]?.replace(/\.$/, '') === number) ?? null;
  }
  return sections.find(({ title }) => title.toLowerCase().includes(word)) ?? null;
}
