import { DATE, LABEL } from '../message/envelope.ts';
import { editYaml } from '../message/yaml-edit.ts';
import { readProtocol } from '../registry/protocol.ts';
import { compareVersions } from '../registry/version.ts';
import { readChangelog, withEntry } from './changelog.ts';
import { reachedAt } from './decide.ts';
import { editedSurfaces, isAgreementsOnly } from './edited.ts';
import { generatedFiles } from './generated.ts';
import { type Manifest, type Surface, surfaceNamed } from './manifest.ts';
import { type Snapshot, textAt, withTexts } from './snapshot.ts';
import { POSTED_VERSION, type Stamp, stampLine } from './stamp.ts';
import { surfaceStamps } from './surface.ts';

/** What a posting is to say: one line of summary, and what else was asked for. `today` is a UTC date. */
export type PostingWish = {
  readonly summary: string;
  readonly today: string;
  readonly version?: string;
  readonly effective?: string;
  /** The party whose proposal this is, to be credited in the changelog. */
  readonly credit?: string;
};

/** A posting as a value: what will be written, and why, before anything is. */
export type PostingPlan = {
  readonly stamp: Stamp;
  /** Whether only agreements change: effective at once, supersedes nothing, asks for no acknowledgements (section 9.4). */
  readonly agreementsOnly: boolean;
  /** Content by path, for every file that changes. */
  readonly writes: ReadonlyMap<string, string>;
  /** One line in words for each file. */
  readonly steps: readonly string[];
};

/** Days between the posting and the day it takes effect, where nothing else is asked for (section 9.4). */
const NOTICE_DAYS = 7;

/**
 * Turns edited documents or registry files (`head`, against `base`) into a complete posting: the new version and its dates
 * on every surface, the changelog's entry, `protocol.yml`, and everything that is generated. Gives the plan, or what keeps it
 * from being made. Asking twice gives the same. Specification section 9.2.
 */
export function preparePosting(
  base: Snapshot,
  head: Snapshot,
  manifest: Manifest,
  wish: PostingWish,
): PostingPlan | { readonly faults: readonly string[] } {
  const edited = editedSurfaces(base, head, manifest);
  if (edited.length === 0)
    return { faults: ['Nothing was edited: change a document or a registry file first'] };
  const agreementsOnly = isAgreementsOnly(edited);
  const stamp = stampFor(base, manifest, wish, agreementsOnly);
  if ('faults' in stamp) return stamp;
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const protocolFault = writeProtocol(base, head, manifest, stamp, agreementsOnly, texts);
  if (protocolFault !== null) faults.push(protocolFault);
  const generated = generatedFiles(withTexts(head, texts), manifest) ?? new Map<string, string>();
  for (const surface of manifest.surfaces) {
    const isGenerated =
      generated.has(surface.path) || generated.has(`${surface.path}registry.json`) || isAbsent(surface, head);
    const fault = isGenerated ? null : writeStamp(base, head, surface, stamp, wish, texts);
    if (fault !== null) faults.push(fault);
  }
  if (faults.length > 0) return { faults };
  for (const [path, text] of generatedFiles(withTexts(head, texts), manifest) ?? []) texts.set(path, text);
  const writes = new Map([...texts].filter(([path, text]) => textAt(head, path) !== text));
  return {
    stamp,
    agreementsOnly,
    writes,
    steps: [...writes.keys()].map(path => `${path}: ${whyWritten(path, manifest, generated)}`),
  };
}

function stampFor(
  base: Snapshot,
  manifest: Manifest,
  wish: PostingWish,
  agreementsOnly: boolean,
): Stamp | { faults: string[] } {
  const before = reachedAt(base, manifest);
  const version = wish.version ?? nextMinor(before?.version ?? null);
  const notice = agreementsOnly ? 0 : NOTICE_DAYS;
  const effective = wish.effective ?? addDays(wish.today, notice);
  const faults: string[] = [];
  if (!POSTED_VERSION.test(version)) faults.push(`"${version}" is no version; write it like v1.11`);
  else if (before !== null && compareVersions(version, before.version) <= 0)
    faults.push(`${version} is not newer than ${before.version}`);
  if (before?.posted !== undefined && before.posted !== null && wish.today < before.posted)
    faults.push(`Today is ${wish.today}, and the last posting is dated ${before.posted}`);
  if (!DATE.test(effective)) faults.push(`"${effective}" is no date; write it like 2026-12-07`);
  else if (effective < wish.today)
    faults.push(`${effective} lies before ${wish.today}, the day of the posting`);
  else if (agreementsOnly && effective !== wish.today)
    faults.push('Only agreements change, which is effective at once: leave the effective date out');
  if (wish.summary.trim() === '' || /[\r\n]/.test(wish.summary))
    faults.push('The summary is one line of text');
  if (wish.credit !== undefined && !LABEL.test(wish.credit))
    faults.push(`"${wish.credit}" is no label; credit a party by its label, never by an address`);
  return faults.length > 0 ? { faults } : { version, posted: wish.today, effective };
}

/** The version after the base's: a posting that is prepared twice gets the same one. */
function nextMinor(version: string | null): string {
  const [major = '1', minor = '0'] = (version ?? 'v0.0').slice(1).split('.');
  return version === null ? 'v1.0' : `v${major}.${Number(minor) + 1}`;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A page that is not there has nothing that could be stamped. */
function isAbsent(surface: Surface, head: Snapshot): boolean {
  return surface.name === 'site' && !head.has(surface.path);
}

function writeStamp(
  base: Snapshot,
  head: Snapshot,
  surface: Surface,
  stamp: Stamp,
  wish: PostingWish,
  texts: Map<string, string>,
): string | null {
  if (surface.version === 'json') return writeJsonStamp(head, surface, stamp, texts);
  const text = textAt(head, surface.path);
  if (text === null) return `${surface.path} is not there as a text file`;
  if (surface.version === 'changelog') {
    const credit = wish.credit === undefined ? '' : ` (proposed by ${wish.credit})`;
    const top = readChangelog(text)[0]?.version;
    const posted = readChangelog(textAt(base, surface.path) ?? '').map(entry => entry.version);
    const ours = top === undefined || posted.includes(top) ? stamp.version : top;
    texts.set(surface.path, withEntry(text, stamp, [`${wish.summary.trim()}${credit}`], ours));
    return null;
  }
  const found = surfaceStamps(head, surface);
  if (found.length !== 1)
    return `${surface.path} has ${found.length} version lines and must have exactly one`;
  const row = (found[0]?.line ?? 0) - 1;
  const rows = text.split('\n');
  // A document says it on a line of its own, a page anywhere in its text
  const form = surface.version === 'line' ? /version\s*:.*?(?=\r?$)/i : /Version: [^<]*?\)/;
  rows[row] = (rows[row] ?? '').replace(form, stampLine(stamp));
  if (!rows[row].includes(stampLine(stamp)))
    return `${surface.path} has its version line in a form that cannot be changed`;
  texts.set(surface.path, rows.join('\n'));
  return null;
}

function writeJsonStamp(
  head: Snapshot,
  surface: Surface,
  stamp: Stamp,
  texts: Map<string, string>,
): string | null {
  const [found, other] = surfaceStamps(head, surface);
  if (found === undefined || other !== undefined)
    return `${surface.path} must have exactly one JSON file with a version`;
  let text = textAt(head, found.path) ?? '';
  for (const [key, now] of Object.entries(stamp)) {
    const before = found.stamp?.[key as keyof Stamp];
    const value = before === undefined ? '[^"]*' : before.replaceAll('.', '\\.');
    if (before !== undefined || key === 'version')
      text = text.replace(new RegExp(`("${key}"\\s*:\\s*)"${value}"`), `$1"${now}"`);
  }
  texts.set(found.path, text);
  return null;
}

/** `protocol.yml` moves whole where rules change, and in version and date alone where only agreements do (section 9.4). */
function writeProtocol(
  base: Snapshot,
  head: Snapshot,
  manifest: Manifest,
  stamp: Stamp,
  agreementsOnly: boolean,
  texts: Map<string, string>,
): string | null {
  const surface = surfaceNamed(manifest, 'registry');
  if (surface === null || !surface.path.endsWith('/')) return null;
  const path = `${surface.path}protocol.yml`;
  const source = textAt(base, path);
  const before = source === null ? null : readProtocol(source);
  if (before !== null && 'faults' in before) return `${path} cannot be read: ${before.faults.join('; ')}`;
  const last = before?.protocol ?? null;
  const rules =
    last === null || !agreementsOnly
      ? { normative: stamp.version, effective: stamp.effective, ...named('previous', last?.normative) }
      : { normative: last.normative, effective: last.effective, ...named('previous', last.previous) };
  const values = Object.entries({ version: stamp.version, posted: stamp.posted, ...rules });
  const text = textAt(head, path);
  const changed =
    text === null
      ? values.map(([key, value]) => `${key}: ${value}\n`).join('')
      : editYaml(
          text,
          values.map(([key, value]) => ({ path: [key], set: value })),
        );
  if (changed === null) return `${path} is written in a form that cannot be changed`;
  texts.set(path, changed);
  return null;
}

function named(key: string, value: string | null | undefined): Record<string, string> {
  return value === null || value === undefined ? {} : { [key]: value };
}

function whyWritten(path: string, manifest: Manifest, generated: ReadonlyMap<string, string>): string {
  if (generated.has(path)) return 'generated anew';
  const surface = manifest.surfaces.find(one => one.path === path);
  if (surface?.version === 'changelog') return 'the entry of the new version, on top';
  return surface?.version === 'line' ? 'the version line' : 'the version';
}
