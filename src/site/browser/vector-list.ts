import { filledMessage } from '../../core/document/vector-fill.ts';
import { BOUNDS } from '../../core/finding/bounds.ts';
import { byId, make } from './elements.ts';
import type { NamedVector, ThemeFiles, VectorIndex } from './page-data.ts';
import { recordsText } from './records.ts';
import { bytesOfLatin1 } from './share.ts';
import type { JudgementWish } from './side.ts';
import type { Source } from './source.ts';

/** A vector with everything that it takes to judge it. */
export type LoadedVector = {
  readonly vector: NamedVector;
  readonly source: Source;
  readonly before: readonly Source[];
  readonly wish: JudgementWish;
  readonly moment: number;
};

/** The published vectors, loaded on demand: the list when it is first wanted, the messages by theme. */
export class VectorList {
  readonly #address: string;
  #index: Promise<VectorIndex> | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  /** Fills the list of names, once. */
  async offer(): Promise<void> {
    const names = byId('vector-names', HTMLElement);
    if (names.childElementCount > 0) return;
    const { vectors } = await this.#list();
    names.replaceChildren(...vectors.map(({ name, why }) => make('option', { value: name, label: why })));
  }

  /** The vector of a name, or of a part that only one name has; null where there is none. */
  async load(name: string): Promise<LoadedVector | null> {
    const index = await this.#list();
    const wanted = name.trim().replace(/^messages\//, '');
    const like = index.vectors.filter(one => one.name.includes(wanted));
    const vector = like.find(one => one.name === wanted) ?? (like.length === 1 ? like[0] : undefined);
    const side = vector === undefined ? undefined : index.sides[vector.config];
    if (vector === undefined || side === undefined) return null;
    const files = await themeFiles(index, vector.file);
    const bytes = filledMessage(sourceOf(vector.file, files).bytes, vector);
    const read = bytes.subarray(0, BOUNDS.wireBytes + 1);
    return {
      vector,
      source: { ...sourceOf(vector.file, files), bytes: vector.fill === undefined ? read : read.slice() },
      before: (vector.after ?? []).map(file => sourceOf(file, files)),
      wish: {
        kind: 'judge',
        receiver: side.receiver,
        records: recordsText(side.records),
        secrets: Object.entries(index.env)
          .map(([variable, value]) => `${variable}=${value}`)
          .join('\n'),
        identity: vector.as ?? '',
        transport: vector.transport === 'folder' ? 'folder' : 'chat',
        proof: vector.proof ?? '',
      },
      moment: Date.parse(vector.at ?? index.at),
    };
  }

  #list(): Promise<VectorIndex> {
    this.#index ??= load<{ vectors: VectorIndex }>(this.#address).then(module => module.vectors);
    return this.#index;
  }
}

async function themeFiles(index: VectorIndex, file: string): Promise<ThemeFiles> {
  const address = index.themes[file.split('/')[1] ?? ''];
  return address === undefined ? {} : (await load<{ files: ThemeFiles }>(address)).files;
}

/** A module of data of this site; its address is relative to the page. */
function load<Module>(address: string): Promise<Module> {
  return import(new URL(address, document.baseURI).href) as Promise<Module>;
}

function sourceOf(file: string, files: ThemeFiles): Source {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const beside = new Map<string, Uint8Array>();
  if (folder === 'messages/folder/')
    for (const [path, content] of Object.entries(files))
      if (path !== file) beside.set(path.slice(folder.length), bytesOfLatin1(content));
  return { name: file, bytes: bytesOfLatin1(files[file] ?? ''), beside };
}
