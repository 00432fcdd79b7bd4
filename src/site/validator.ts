import type { Vectors } from '../core/document/vectors-page.ts';
import type { RegistryFile } from '../core/registry/registry.ts';
import type { PageData } from './browser/page-data.ts';
import type { PageParts } from './page.ts';
import { hashedAsset, relativeLink, type SiteFile } from './site-file.ts';
import { VALIDATOR_PATH, validatorPage } from './validator-page.ts';
import { validatorScript } from './validator-script.ts';
import { VALIDATOR_STYLE } from './validator-style.ts';
import { vectorScripts } from './vector-scripts.ts';

/** What the validator is built from. */
export type ValidatorSource = {
  /** The files of the public registry. */
  readonly records: readonly RegistryFile[];
  /** The published vectors with the files of `test-vectors/` by their path below it; null where the site has none. */
  readonly vectors: { readonly set: Vectors; readonly files: ReadonlyMap<string, Uint8Array> } | null;
};

/** The page of the validator with every file that it loads. */
export async function buildValidator({
  records,
  vectors,
}: ValidatorSource): Promise<{ page: PageParts; files: readonly SiteFile[] }> {
  const script = await validatorScript();
  const style = hashedAsset('validator.css', VALIDATOR_STYLE);
  const scripts = vectors === null ? null : vectorScripts(vectors.set, vectors.files, VALIDATOR_PATH);
  const data: PageData = {
    records: publicRecords(records),
    vectors: scripts === null ? null : relativeLink(VALIDATOR_PATH, scripts.list),
    codes: '../codes/',
  };
  const page = validatorPage({
    data,
    vectors: vectors?.set.vectors.length ?? 0,
    script: script.entry,
    style: style.path,
  });
  return { page, files: [...script.files, style, ...(scripts?.files ?? [])] };
}

/** The records that a judgement reads: agreements, capability statements and `protocol.yml`, in order of their paths. */
function publicRecords(records: readonly RegistryFile[]): readonly RegistryFile[] {
  return records
    .filter(({ path }) => /^(?:(?:agreements|capabilities)\/[^/]+\.ya?ml|protocol\.yml)$/.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
