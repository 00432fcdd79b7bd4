import * as z from 'zod/mini';
import { describeIssues } from '../agreement/agreement.ts';
import { readYamlFile } from '../message/yaml.ts';

const path = z.string().check(z.regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\0]+$/));
const text = z.string().check(z.regex(/\S/));

/** How a surface carries its version (specification section 9.2). */
export const VERSION_FORMS = ['line', 'changelog', 'html', 'json'] as const;

/** `.github/posting.yml`: the surfaces that must change together, and whose word counts. Read from the base branch only. */
export const manifestSchema = z.strictObject({
  canonical: z.strictObject({
    repository: z.string().check(z.regex(/^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/)),
    branch: text,
    pages: z.optional(z.string().check(z.regex(/^https:\/\/\S+\/$/))),
  }),
  /** Who may command, by numeric user id; nobody where it is empty. */
  owners: z.array(z.strictObject({ login: text, id: z.int().check(z.positive()) })),
  surfaces: z
    .array(z.strictObject({ name: text, path, version: z.enum(VERSION_FORMS) }))
    .check(z.minLength(1)),
  scan: z.optional(z.strictObject({ include: z.array(text) })),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type Surface = Manifest['surfaces'][number];

/** Where the manifest lies in a repository. */
export const MANIFEST_PATH = '.github/posting.yml';

/** Reads a posting manifest: the manifest, or what is wrong with it in words. */
export function readManifest(source: string): { manifest: Manifest } | { faults: readonly string[] } {
  const file = readYamlFile(source);
  if (file.fault !== null) return { faults: [file.fault] };
  const result = z.safeParse(manifestSchema, file.value);
  if (!result.success) return { faults: describeIssues(result.error.issues, file.value) };
  const { surfaces } = result.data;
  const faults = surfaces
    .filter(
      (one, at) => surfaces.findIndex(other => other.name === one.name || other.path === one.path) !== at,
    )
    .map(one => `surfaces: the name ${one.name} or the path ${one.path} stands twice`);
  return faults.length === 0 ? { manifest: result.data } : { faults };
}

/** The surface of a name, or null where a repository has none. */
export function surfaceNamed(manifest: Manifest, name: string): Surface | null {
  return manifest.surfaces.find(one => one.name === name) ?? null;
}
