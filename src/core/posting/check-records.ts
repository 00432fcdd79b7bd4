import { type Agreement, readAgreement } from '../agreement/agreement.ts';
import { checkRegistry } from '../registry/check.ts';
import { type Protocol, readProtocol } from '../registry/protocol.ts';
import { type RegistryFile, readRegistry } from '../registry/registry.ts';
import type { Change } from './change.ts';
import { editedSurfaces, isAgreementsOnly } from './edited.ts';
import { type Surface, surfaceNamed } from './manifest.ts';
import { type PostingFinding, postingFinding } from './posting-finding.ts';
import { type Snapshot, textAt } from './snapshot.ts';
import { withoutStamp } from './stamp.ts';
import { surfaceContent, surfacePaths, surfaceStamps } from './surface.ts';

/**
 * The records of the registry: agreement files valid, ids unique, versions rising by one, history kept, none taken away, and
 * `protocol.yml` in step with the surfaces. Specification sections 8.2, 8.6 and 9.4.
 */
export function checkRecords(change: Change, version: string | null): PostingFinding[] {
  const surface = surfaceNamed(change.manifest, 'registry');
  if (surface === null || !surface.path.endsWith('/')) return [];
  return [
    ...checkFiles(change, surface),
    ...checkAmendments(change, surface),
    ...checkProtocol(change, surface, version),
  ];
}

const YAML = /\.ya?ml$/;

/** The files of a registry surface, by their path below it. */
export function registryFiles(snapshot: Snapshot, surface: Surface): readonly RegistryFile[] {
  return surfacePaths(snapshot, surface).flatMap(path => {
    const text = textAt(snapshot, path);
    return text === null || !YAML.test(path) ? [] : [{ path: path.slice(surface.path.length), text }];
  });
}

function checkFiles({ head }: Change, surface: Surface): PostingFinding[] {
  const files = registryFiles(head, surface);
  const unreadable = surfacePaths(head, surface)
    .filter(path => YAML.test(path) && head.get(path)?.kind === 'file' && textAt(head, path) === null)
    .map(path => ({ path: path.slice(surface.path.length), fault: 'is not UTF-8 text' }));
  return [...unreadable, ...checkRegistry(readRegistry(files), files)]
    .filter(({ fault }) => !fault.startsWith('holds the address'))
    .map(({ path, fault }) =>
      postingFinding(
        'agreement-file-invalid',
        { path: surface.path + path, fault },
        { file: surface.path + path },
      ),
    );
}

function checkAmendments({ base, head }: Change, surface: Surface): PostingFinding[] {
  const before = agreementsAt(base, surface);
  const after = agreementsAt(head, surface);
  const findings: PostingFinding[] = [];
  for (const [id, { agreement: old, path }] of before) {
    const now = after.get(id);
    if (now === undefined) {
      // A file that is still there and cannot be read has its own finding
      if (textAt(head, path) !== null && readsAsNothing(head, path)) continue;
      findings.push(postingFinding('agreement-removed', { agreement: id }, { file: path }));
      continue;
    }
    const place = { file: now.path };
    const changed = JSON.stringify(old) !== JSON.stringify(now.agreement);
    if (changed && now.agreement.version !== old.version + 1) {
      const args = { agreement: id, from: old.version, to: now.agreement.version };
      findings.push(postingFinding('agreement-version-step', args, place));
    }
    const kept = (old.history ?? []).every(
      (one, at) => JSON.stringify(one) === JSON.stringify(now.agreement.history?.[at]),
    );
    if (!kept) findings.push(postingFinding('agreement-history-altered', { agreement: id }, place));
  }
  return findings;
}

function readsAsNothing(head: Snapshot, path: string): boolean {
  return 'faults' in readAgreement(textAt(head, path) ?? '');
}

function agreementsAt(
  snapshot: Snapshot,
  surface: Surface,
): Map<string, { agreement: Agreement; path: string }> {
  const agreements = new Map<string, { agreement: Agreement; path: string }>();
  for (const { path, text } of registryFiles(snapshot, surface)) {
    if (!path.startsWith('agreements/')) continue;
    const read = readAgreement(text);
    if ('agreement' in read)
      agreements.set(read.agreement.agreement, { agreement: read.agreement, path: surface.path + path });
  }
  return agreements;
}

/** `protocol.yml` names the version and date that the surfaces show, and moves its rule-changing part whole or not at all. */
function checkProtocol(change: Change, surface: Surface, version: string | null): PostingFinding[] {
  const path = `${surface.path}protocol.yml`;
  const now = protocolAt(change.head, path);
  const before = protocolAt(change.base, path);
  if (version === null) return [];
  const wrong = (fault: string) => postingFinding('protocol-record-differs', { path, fault }, { file: path });
  if (!change.head.has(path)) return before === null ? [] : [wrong('was taken away')];
  if (now === null) return [];
  const stamp = stampAt(change, version);
  if (now.version !== version) return [wrong(`says version ${now.version}, and the surfaces say ${version}`)];
  const findings: PostingFinding[] = [];
  if (stamp !== null && now.posted !== stamp.posted) {
    findings.push(wrong(`says posted ${now.posted}, and the surfaces say ${stamp.posted}`));
  }
  if (now.normative === now.version) {
    if (stamp !== null && now.effective !== stamp.effective) {
      findings.push(wrong(`says effective ${now.effective}, and the surfaces say ${stamp.effective}`));
    }
    if (before !== null && (now.previous ?? null) !== before.normative) {
      findings.push(
        wrong(`must name ${before.normative} as previous, the normative version before this one`),
      );
    }
    if (before !== null && isAgreementsOnly(editedSurfaces(change.base, change.head, change.manifest)))
      findings.push(wrong('must keep normative, effective and previous where only agreements change'));
  } else if (before !== null) {
    const kept =
      now.normative === before.normative &&
      now.effective === before.effective &&
      (now.previous ?? null) === (before.previous ?? null);
    if (!kept)
      findings.push(wrong('must keep normative, effective and previous where the posting changes no rule'));
    if (changesRules(change))
      findings.push(wrong(`must say normative: ${version}, since the specification's rules changed`));
  }
  return findings;
}

function protocolAt(snapshot: Snapshot, path: string): Protocol | null {
  const read = readProtocol(textAt(snapshot, path) ?? '');
  return 'protocol' in read ? read.protocol : null;
}

function stampAt({ head, manifest }: Change, version: string): { posted: string; effective: string } | null {
  for (const surface of manifest.surfaces) {
    for (const { stamp } of surface.version === 'line' ? surfaceStamps(head, surface) : []) {
      if (stamp?.version === version && stamp.posted !== undefined && stamp.effective !== undefined) {
        return { posted: stamp.posted, effective: stamp.effective };
      }
    }
  }
  return null;
}

/** Whether the specification says anything but another version line. */
function changesRules({ base, head, manifest }: Change): boolean {
  const spec = surfaceNamed(manifest, 'spec');
  if (spec === null) return false;
  const rules = (snapshot: Snapshot) => withoutStamp(surfaceContent(snapshot, spec) ?? '');
  return rules(base) !== rules(head);
}
