import type { Vectors } from '../../core/document/vectors-page.ts';
import type { RegistryFile } from '../../core/registry/registry.ts';

/** What the built page carries for its script, as JSON in the page itself: a script here cannot fetch anything. */
export type PageData = {
  /** The files of the public registry. */
  readonly records: readonly RegistryFile[];
  /** The module with the list of the test vectors, relative to the page; null where the site has none. */
  readonly vectors: string | null;
  /** Where the pages of the codes are, relative to the page: `../codes/`. */
  readonly codes: string;
};

/** A published message with how it arrives, under a name that no other has. */
export type NamedVector = Vectors['vectors'][number] & { readonly name: string };

/** What the module of the vectors exports as `vectors`. */
export type VectorIndex = {
  readonly at: string;
  readonly env: Readonly<Record<string, string>>;
  readonly vectors: readonly NamedVector[];
  /** Each receiving side by its `config`: the private file and the registry that it names. */
  readonly sides: Readonly<
    Record<string, { readonly receiver: string; readonly records: readonly RegistryFile[] }>
  >;
  /** The module of each theme's messages, relative to the page. */
  readonly themes: Readonly<Record<string, string>>;
};

/** What the module of one theme exports as `files`: bytes by path, a character a byte. */
export type ThemeFiles = Readonly<Record<string, string>>;
