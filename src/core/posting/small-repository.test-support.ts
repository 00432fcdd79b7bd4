import type { PostingCode } from '../finding/posting-codes.ts';
import type { Reached } from './change.ts';
import { type Decision, decidePosting } from './decide.ts';
import { generatedFiles } from './generated.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type PostingPlan, type PostingWish, preparePosting } from './prepare.ts';
import { type Snapshot, textAt, withTexts } from './snapshot.ts';

/** A small repository as a value, with one posting in it (v1.10 of 2026-11-30), for tests only. */
export const MANIFEST_TEXT = `canonical: {repository: andrew/protocol, branch: main}
owners: [{login: andrew, id: 1234}]
surfaces:
  - {name: spec, path: spec/SPEC.md, version: line}
  - {name: trial-prompt, path: spec/trial-prompt.md, version: line}
  - {name: changelog, path: spec/CHANGELOG.md, version: changelog}
  - {name: update-prompt, path: spec/update-prompt.md, version: line}
  - {name: site, path: site/index.html, version: html}
  - {name: registry, path: registry/, version: json}
  - {name: test-vectors, path: test-vectors/, version: json}
scan: {include: ["spec/**", "site/**", "registry/**", "README.md"]}
`;

export const AGREEMENT = `agreement: AGR-1
version: 1
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE, STATUS]
allowed_actions: []
transport: email
update_watch: {andrew: monitor, dana: monitor}
expires: 2027-09-30
limits: "5 messages/day"
history:
  - {version: 1, date: 2026-10-26, change: first agreement}
`;

export const CHANGELOG = `# Changelog

## v1.10 — 2026-11-30 (effective 2026-12-07)

- Ten.

## v1.9 — 2026-10-26

- Nine.
- Nine again.

## v1.8 — 2026-10-20

- Eight.
`;

const WRITTEN: Readonly<Record<string, string>> = {
  'README.md': '# Protocol\n\nWhat this is.\n',
  'spec/SPEC.md':
    '# Rules\n\nVersion: v1.10 (posted 2026-11-30, effective 2026-12-07)\n\nOne rule.\n\nAnother rule.\n',
  'spec/trial-prompt.md': '# Trial\n\nVersion: v1.10 (posted 2026-11-30, effective 2026-12-07)\n\nTry it.\n',
  'spec/CHANGELOG.md': CHANGELOG,
  'registry/protocol.yml':
    'version: v1.10\nposted: 2026-11-30\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n',
  'registry/agreements/AGR-1.yml': AGREEMENT,
  'test-vectors/vectors.json': '{"version": "v1.10", "vectors": []}\n',
  'test-vectors/messages/a.md': 'format: AIMF/1\nfrom: dana@example.com\n',
};

export function manifestOf(text: string = MANIFEST_TEXT): Manifest {
  const read = readManifest(text);
  if ('faults' in read) throw new Error(read.faults.join('; '));
  return read.manifest;
}

export const MANIFEST: Manifest = manifestOf();

/** The snapshot of these files. */
export function snapshotOf(files: Readonly<Record<string, string>>): Snapshot {
  return withTexts(new Map(), new Map(Object.entries(files)));
}

/** A snapshot in which everything is what would be generated. */
export function built(snapshot: Snapshot, manifest: Manifest = MANIFEST): Snapshot {
  return withTexts(snapshot, generatedFiles(snapshot, manifest) ?? new Map());
}

/** The repository at its last posting. */
export const BASE: Snapshot = built(snapshotOf(WRITTEN));

/** A snapshot with a file changed by a function of its text, written anew, or taken away. */
export function edit(
  snapshot: Snapshot,
  path: string,
  change: string | null | ((text: string) => string),
): Snapshot {
  const before = textAt(snapshot, path) ?? '';
  if (change === null) return new Map([...snapshot].filter(([one]) => one !== path));
  const text = typeof change === 'string' ? change : change(before);
  if (text === before && snapshot.has(path)) throw new Error(`${path} was not changed`);
  return withTexts(snapshot, new Map([[path, text]]));
}

export const WISH: PostingWish = { summary: 'A rule is clearer', today: '2026-12-10' };

/** A plan that must be there. */
export function planOf(
  base: Snapshot,
  head: Snapshot,
  wish: Partial<PostingWish> = {},
  manifest: Manifest = MANIFEST,
): PostingPlan {
  const plan = preparePosting(base, head, manifest, { ...WISH, ...wish });
  if ('faults' in plan) throw new Error(plan.faults.join('; '));
  return plan;
}

/** The head that `prepare` makes of an edited one. */
export function prepared(
  head: Snapshot,
  wish: Partial<PostingWish> = {},
  base: Snapshot = BASE,
  manifest: Manifest = MANIFEST,
): Snapshot {
  return withTexts(head, planOf(base, head, wish, manifest).writes);
}

/** An edited rule, and the complete posting of it. */
export const EDITED: Snapshot = edit(BASE, 'spec/SPEC.md', text => text.replace('One rule', 'One good rule'));
export const COMPLETE: Snapshot = prepared(EDITED);

export function decide(
  head: Snapshot,
  base: Snapshot = BASE,
  manifest: Manifest = MANIFEST,
  reached: Reached | null = null,
): Decision {
  return decidePosting({ base, head, manifest, reached });
}

/** The codes of a decision, each once, sorted. */
export function codesOf(decision: Decision): PostingCode[] {
  return [...new Set(decision.findings.map(one => one.code))].sort();
}

/** Where a decision found something: `code file:line`. */
export function placesOf(decision: Decision, code?: PostingCode): string[] {
  return decision.findings
    .filter(one => code === undefined || one.code === code)
    .map(one => `${one.code} ${one.place.file ?? ''}:${one.place.line ?? ''}`);
}
