import { type Vectors, vectorsSchema } from '../core/document/vectors-page.ts';
import type { Change } from '../core/posting/change.ts';
import { type Decision, decidePosting } from '../core/posting/decide.ts';
import { type Surface, surfaceNamed } from '../core/posting/manifest.ts';
import { type PostingFinding, postingFinding } from '../core/posting/posting-finding.ts';
import { type DkimCheck, runVectorSet } from '../core/posting/run-vectors.ts';
import { pathsUnder, type Snapshot } from '../core/posting/snapshot.ts';
import { zoneResolver } from '../transport/dns.ts';
import { readChange } from './change.ts';

/**
 * The decision about the change between two commits of a repository: the all-surfaces rule, and where nothing else is
 * missing, every test vector of the head. Specification sections 7.3 and 9.2.
 */
export async function checkPosting(folder: string, base: string, head: string): Promise<Decision> {
  const read = await readChange(folder, base, head);
  if ('decision' in read) return read.decision;
  const decision = decidePosting(read.change);
  if (decision.verdict !== 'complete') return decision;
  const failing = await checkVectors(read.change);
  return failing.length === 0
    ? decision
    : { ...decision, verdict: 'partial', findings: [...decision.findings, ...failing] };
}

/**
 * The test vectors of the head that do not hold, each with what it gives and what it must give. The same software judges the
 * base and the head, so a vector that is the same in both is not run again. Specification section 7.3.
 */
async function checkVectors({ base, head, manifest }: Change): Promise<PostingFinding[]> {
  const surface = surfaceNamed(manifest, 'test-vectors');
  const path = `${surface?.path ?? ''}vectors.json`;
  const source = head.get(path);
  if (surface === null || source === undefined) return [];
  const fault = (got: string) =>
    postingFinding(
      'vector-fails',
      { file: 'vectors.json', expected: 'a set of vectors', got },
      { file: path },
    );
  const set = vectorsSchema.safeParse(parseJson(source.bytes));
  if (!set.success) {
    const [issue] = set.error.issues;
    return [fault(`something else (${issue?.path.map(String).join('.') ?? ''})`)];
  }
  const files = new Map(
    pathsUnder(head, surface.path).map(one => [
      one.slice(surface.path.length),
      head.get(one)?.bytes ?? new Uint8Array(),
    ]),
  );
  const changed = { ...set.data, vectors: changedVectors(set.data, base, head, surface) };
  const faults = await runVectorSet(
    changed,
    files,
    dkimCheck(parseJson(files.get(set.data.dns) ?? new Uint8Array())),
  );
  return faults.map(one => postingFinding('vector-fails', one, { file: surface.path + one.file }));
}

/** The vectors that the base does not have just so: all of them where any file but the set itself and its page differs. */
function changedVectors(set: Vectors, base: Snapshot, head: Snapshot, { path }: Surface): Vectors['vectors'] {
  const isSet = (file: string) => file === `${path}vectors.json` || file === `${path}README.md`;
  const files = (tree: Snapshot) => pathsUnder(tree, path).filter(file => !isSet(file));
  // What two trees share is one and the same bytes object
  const isSame = (file: string) => base.get(file)?.bytes === head.get(file)?.bytes;
  const before = vectorsSchema.safeParse(
    parseJson(base.get(`${path}vectors.json`)?.bytes ?? new Uint8Array()),
  );
  const kept =
    before.success && files(head).join('\0') === files(base).join('\0') && files(head).every(isSame);
  if (!kept || frameOf(before.data) !== frameOf(set)) return set.vectors;
  const known = new Set(before.data.vectors.map(vector => JSON.stringify(vector)));
  return set.vectors.filter(vector => !known.has(JSON.stringify(vector)));
}

/** What a set says for all of its vectors, save the version. */
function frameOf({ at, dns, env }: Vectors): string {
  return JSON.stringify([at, dns, env]);
}

/** Signatures are checked by the library, which is loaded only where a vector needs it. */
function dkimCheck(zone: unknown): DkimCheck {
  return async (raw, from, at) => {
    const { verifyDkim } = await import('../transport/dkim.ts');
    return verifyDkim(raw, from, { resolver: zoneResolver(zone), at });
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
