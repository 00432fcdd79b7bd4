import { htmlLines } from '../mail/html.ts';
import { readYamlFile } from '../message/yaml.ts';
import { readChangelog } from './changelog.ts';
import type { Surface } from './manifest.ts';
import { folded, markdownContent, markdownPieces } from './markdown.ts';
import { withoutComments, withoutSamples } from './page.ts';
import { pathsUnder, type Snapshot, textAt } from './snapshot.ts';
import { isStampLine, POSTED_VERSION, readStampLine, type Stamp } from './stamp.ts';

/** A place on a surface where a version was found, or should have been. */
export type Found = {
  readonly path: string;
  readonly line: number | null;
  readonly stamp: (Partial<Stamp> & { version: string }) | null;
};

/** Folders of records: an acknowledgement or a proposal is kept beside the registry and is no surface (section 9.2). */
const RECORDS = /^(?:acks|proposals)\//;

/** The files of a surface at a commit; the records of a folder are left out. */
export function surfacePaths(snapshot: Snapshot, surface: Surface): readonly string[] {
  return pathsUnder(snapshot, surface.path).filter(path => !RECORDS.test(path.slice(surface.path.length)));
}

/**
 * What a surface says, with everything that is no content folded away (white space, comments, line ends), so that two
 * commits of it can be compared. Null where the surface is not there as a regular file. Hazards A: a touched file is no
 * changed surface.
 */
export function surfaceContent(snapshot: Snapshot, surface: Surface): string | null {
  if (!isThere(snapshot, surface)) return null;
  return surfacePaths(snapshot, surface)
    .map(path => `${path}\0${fileContent(snapshot, path)}`)
    .join('\0\0');
}

/** Whether a surface is there: every file of it a regular one, and a document of one file a text. */
export function isThere(snapshot: Snapshot, surface: Surface): boolean {
  const paths = surfacePaths(snapshot, surface);
  if (paths.length === 0 || paths.some(path => snapshot.get(path)?.kind !== 'file')) return false;
  // A document is text; in a folder there may be files of any kind
  return surface.path.endsWith('/') || textAt(snapshot, surface.path) !== null;
}

/** Whether a surface that is there at two commits says the same at both; a file of the same bytes is not looked into. */
export function saysTheSame(before: Snapshot, after: Snapshot, surface: Surface): boolean {
  const old = surfacePaths(before, surface);
  const now = surfacePaths(after, surface);
  const same = (path: string) =>
    before.get(path)?.bytes === after.get(path)?.bytes ||
    fileContent(before, path) === fileContent(after, path);
  return old.length === now.length && now.every((path, at) => old[at] === path && same(path));
}

/** Folding is done once for a file that several trees share. */
const compared = new WeakMap<Uint8Array, Map<string, string>>();

/** A file's content as it is compared. */
function fileContent(snapshot: Snapshot, path: string): string {
  const bytes = snapshot.get(path)?.bytes ?? new Uint8Array();
  const known = compared.get(bytes) ?? new Map<string, string>();
  compared.set(bytes, known);
  const content = known.get(path) ?? foldFile(path, textAt(snapshot, path), bytes);
  known.set(path, content);
  return content;
}

function foldFile(path: string, text: string | null, bytes: Uint8Array): string {
  if (text === null) return new TextDecoder('latin1').decode(bytes);
  if (/\.(?:ya?ml|json)$/.test(path)) {
    const value = dataIn(path, text);
    return value === undefined ? folded(text) : JSON.stringify(value);
  }
  // The text of a message is evidence: only its line ends are no content
  if (/(?:^|\/)messages\//.test(path) || !/\.(?:html|md)$/.test(path)) return text.replaceAll('\r\n', '\n');
  return folded(path.endsWith('.md') ? markdownContent(text) : withoutComments(text));
}

/** The value of a JSON or YAML file, or undefined where it cannot be read. */
function dataIn(path: string, text: string): unknown {
  if (!path.endsWith('.json')) {
    const { value, fault } = readYamlFile(text);
    return fault === null ? value : undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every place of a surface that carries its version, in its form; there must be exactly one. Hazards B. */
export function surfaceStamps(snapshot: Snapshot, surface: Surface): readonly Found[] {
  switch (surface.version) {
    case 'line':
      return stampLines(surface.path, textAt(snapshot, surface.path) ?? '');
    case 'changelog': {
      const [first] = readChangelog(textAt(snapshot, surface.path) ?? '');
      if (first === undefined) return [];
      const { version, posted, effective, line } = first;
      const isPosted = POSTED_VERSION.test(version) && posted !== null;
      const stamp = isPosted ? { version, posted, effective: effective ?? posted } : null;
      return [{ path: surface.path, line, stamp }];
    }
    case 'html':
      return htmlStamps(surface.path, textAt(snapshot, surface.path) ?? '');
    case 'json':
      return jsonStamps(snapshot, surface);
  }
}

function stampLines(path: string, text: string): Found[] {
  const found: Found[] = [];
  for (const piece of markdownPieces(throughLastStamp(text))) {
    if (piece.kind === 'blockquote') continue;
    for (const [at, row] of piece.prose.split('\n').entries()) {
      if (isStampLine(row)) found.push({ path, line: piece.line + at, stamp: readStampLine(row) });
    }
  }
  return found;
}

/**
 * A Markdown text through the paragraph of its last row that could be a stamp: what comes after cannot change what a row
 * before it is, and need not be parsed. Only an HTML element is told by its end, however far that is.
 */
function throughLastStamp(text: string): string {
  const rows = text.split('\n');
  const last = rows.findLastIndex(isStampLine);
  if (last === -1) return '';
  const end = rows.findIndex((row, at) => at > last && row.trim() === '');
  const part = end === -1 ? text : rows.slice(0, end).join('\n');
  return OPENING.test(part) ? text : part;
}

const OPENING = /<(?:!--|(?:pre|textarea|code|script|style|title)\b)/i;

/** A page says its version in visible text; the trial prompt that it shows whole says its own, inside `pre`. */
function htmlStamps(path: string, html: string): Found[] {
  const shown = withoutSamples(html);
  return htmlLines(shown)
    .filter(line => isStampLine(line))
    .map(line => ({ path, line: lineOf(shown, line), stamp: readStampLine(line) }));
}

function lineOf(source: string, text: string): number | null {
  const at = source.indexOf(text.trim());
  return at === -1 ? null : source.slice(0, at).split('\n').length;
}

function jsonStamps(snapshot: Snapshot, surface: Surface): Found[] {
  const folder = surface.path.endsWith('/') ? surface.path : null;
  const paths = surfacePaths(snapshot, surface).filter(
    path => path.endsWith('.json') && (folder === null || !path.slice(folder.length).includes('/')),
  );
  return paths.flatMap(path => {
    const value = dataIn(path, textAt(snapshot, path) ?? '');
    if (typeof value !== 'object' || value === null || !('version' in value)) return [];
    const { version, posted, effective } = value as Record<string, unknown>;
    const stamp =
      typeof version === 'string' && POSTED_VERSION.test(version)
        ? {
            version,
            ...(typeof posted === 'string' ? { posted } : {}),
            ...(typeof effective === 'string' ? { effective } : {}),
          }
        : null;
    return [{ path, line: lineOf(textAt(snapshot, path) ?? '', '"version"'), stamp }];
  });
}
