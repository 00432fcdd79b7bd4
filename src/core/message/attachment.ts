import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';
import type { ReceivedFile } from './delivery.ts';
import { fileNameFault } from './file-name.ts';
import { fileSafety } from './file-safety.ts';
import type { Fields } from './type.ts';

/** A file of a message as it is reported: its name (null: it has none), and whether it was refused (section 5). */
export type Attachment = {
  readonly name: string | null;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly inline: boolean;
  readonly refused: boolean;
};

/** What a message's text says about files: the `filename` of a FILE_DROP, and the whole text for every other type. */
export type Naming = { readonly type: string | null; readonly fields: Fields | null; readonly text: string };

/** The files of a message as they are reported, each with whether it is refused and why (specification section 5.3). */
export function inspectFiles(files: readonly ReceivedFile[]): {
  readonly attachments: readonly Attachment[];
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const attachments = files.map(file => {
    const faults = fileSafety(file);
    findings.push(...faults);
    const refused = faults.some(
      one => one.code === 'attachment-executable' || one.code === 'attachment-uninspectable',
    );
    return { name: nameOf(file), bytes: file.bytes, mediaType: file.mediaType, inline: file.inline, refused };
  });
  return { attachments, findings };
}

/**
 * Holds the files that came against the text that names them: the format's own limits, and that each is named exactly and
 * each named one is there. Specification sections 5.1 and 5.2.
 */
export function checkFiles(files: readonly ReceivedFile[], naming: Naming): readonly Finding[] {
  return [...checkAmount(files), ...checkNames(files), ...checkNaming(files, naming)];
}

/** The names that a FILE_DROP's `filename` gives, in NFC; empty where it cannot be read (specification section 5.1). */
export function namedFiles(fields: Fields | null): readonly string[] {
  const filename = fields?.filename;
  if (filename === undefined) return [];
  return (typeof filename === 'string' ? [filename] : filename).map(name => name.normalize('NFC'));
}

function nameOf(file: ReceivedFile): string | null {
  return file.names[0]?.normalize('NFC') ?? null;
}

/** The format's own limits: ten files, 25 MB decoded; inline parts count for size alone (sections 5.1 and 5.2). */
function checkAmount(files: readonly ReceivedFile[]): Finding[] {
  const findings: Finding[] = [];
  const inline = files.filter(file => file.inline).length;
  const count = files.length - inline;
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const encoded = files.reduce((sum, file) => sum + file.encodedBytes, 0);
  if (inline > 0) findings.push(finding('attachment-inline', { count: inline }));
  if (encoded !== bytes) findings.push(finding('attachments-size', { bytes, encoded }));
  if (count > BOUNDS.files) findings.push(finding('attachments-too-many', { count, limit: BOUNDS.files }));
  if (bytes > BOUNDS.filesBytes)
    findings.push(finding('attachments-too-large', { bytes, limit: BOUNDS.filesBytes }));
  return findings;
}

/** One file has one name, and one name is one file's (section 5.1). */
function checkNames(files: readonly ReceivedFile[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    const name = nameOf(file);
    if (name === null || name === '') {
      if (!file.inline) findings.push(finding('attachment-nameless', { type: file.mediaType }));
      continue;
    }
    const other = file.names.find(reading => reading.normalize('NFC') !== name);
    if (other !== undefined) findings.push(finding('attachment-names-differ', { name, other }));
    if (seen.has(name)) findings.push(finding('attachment-ambiguous', { name }));
    seen.add(name);
  }
  return findings;
}

function checkNaming(files: readonly ReceivedFile[], naming: Naming): Finding[] {
  const findings: Finding[] = [];
  const named = naming.type === 'FILE_DROP' ? namedFiles(naming.fields) : null;
  if (naming.type === 'FILE_DROP' && naming.fields === null) return [];
  // A thousand names are not looked for in megabytes of text: too many files stop the message by themselves
  if (files.filter(file => !file.inline).length > BOUNDS.files) return [];
  const present = new Set<string>();
  const text = named === null ? naming.text.normalize('NFC') : '';
  for (const file of files) {
    const name = nameOf(file);
    if (name === null || name === '') continue;
    present.add(name);
    if (file.inline) continue;
    const isNamed = named === null ? standsIn(text, name) : named.includes(name);
    if (!isNamed) findings.push(finding('attachment-not-named', { name }));
  }
  for (const [at, name] of (named ?? []).entries()) {
    const fault = present.has(name) ? null : fileNameFault(name);
    if (fault !== null)
      findings.push(finding('attachment-name-refused', { name, fault }, { field: 'filename' }));
    if (named?.indexOf(name) !== at)
      findings.push(finding('attachment-ambiguous', { name }, { field: 'filename' }));
    else if (!present.has(name)) {
      findings.push(finding('attachment-absent', { name, hint: absentHint(files) }, { field: 'filename' }));
    }
  }
  return findings;
}

/** Outlook's winmail.dat swallows the file that was meant, which its sender cannot see. */
function absentHint(files: readonly ReceivedFile[]): string {
  const swallowed = files.some(
    file => /ms-tnef/i.test(file.mediaType) || /^winmail\.dat$/i.test(nameOf(file) ?? ''),
  );
  return swallowed ? 'winmail.dat' : '';
}

/** Whether a name stands in a text on its own, not as a part of a longer name. */
function standsIn(text: string, name: string): boolean {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_.-])${literal}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'u').test(text);
}
