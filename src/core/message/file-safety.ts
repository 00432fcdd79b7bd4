import { type Finding, finding } from '../finding/finding.ts';
import { isWebArchive } from './active-text.ts';
import { compoundContentFaults } from './compound-content.ts';
import { hasCompoundSignature, readCompoundFile } from './compound-file.ts';
import type { ContentFaults } from './content-faults.ts';
import type { ReceivedFile } from './delivery.ts';
import { executableKind, executableName, lastExtension, uninspectableName } from './executable-name.ts';
import { fileNameFault } from './file-name.ts';
import { executableBytes, uninspectableBytes } from './first-bytes.ts';
import { readZipDirectory } from './zip.ts';
import { zipContentFaults } from './zip-content.ts';
import { beginsAsZip, endsAsZip } from './zip-end.ts';

const NOTHING: ContentFaults = { executable: null, uninspectable: null };

/** Formats of Office before 2007, which are no zips: a zip of that name would be opened with its macros. */
const OLD_OFFICE = new Set([
  'doc',
  'dot',
  'wbk',
  'rtf',
  'xls',
  'xlt',
  'ppt',
  'pot',
  'pps',
  'mpp',
  'vsd',
  'vst',
  'wri',
]);

/** What a mail program opens in a browser whatever the file is called. */
const PAGES = new Set(['text/html', 'application/xhtml+xml', 'application/hta']);

/**
 * Whether a received file is safe to keep: no findings if so. All its names are looked at, then its bytes; nothing is
 * unpacked. Gives `attachment-name-refused` {name, fault}, `attachment-executable` {name, reason} and
 * `attachment-uninspectable` {name, reason}, each code's first reason; the fault follows "its name", the reason follows
 * the file's name. Specification sections 5.1 and 5.3.
 */
export function fileSafety(file: ReceivedFile): readonly Finding[] {
  const name = file.names[0] ?? '';
  const findings: Finding[] = [];
  for (const one of file.names) {
    const fault = fileNameFault(one);
    if (fault !== null) findings.push(finding('attachment-name-refused', { name: one, fault }));
  }
  const content = contentFaults(file);
  const executable = executableByName(file) ?? content.executable;
  if (executable !== null) findings.push(finding('attachment-executable', { name, reason: executable }));
  const uninspectable = uninspectableByName(file) ?? content.uninspectable;
  if (uninspectable !== null)
    findings.push(finding('attachment-uninspectable', { name, reason: uninspectable }));
  return findings;
}

/**
 * Whether the file is a mail of its own: it is not opened here, and the message in it is none of this one's (section
 * 2.3).
 */
export function isNestedMessage(file: ReceivedFile): boolean {
  const type = mediaType(file);
  return (
    type === 'message/rfc822' ||
    type === 'message/global' ||
    file.names.some(one => lastExtension(one) === 'eml')
  );
}

function mediaType(file: ReceivedFile): string {
  return (file.mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function executableByName(file: ReceivedFile): string | null {
  for (const one of file.names) {
    const extension = executableName(one);
    if (extension !== null)
      return `is named .${extension}, ${executableKind(extension) ?? 'a Windows setting'}`;
  }
  return PAGES.has(mediaType(file)) ? 'is sent as a web page' : null;
}

function uninspectableByName(file: ReceivedFile): string | null {
  for (const one of file.names) {
    const extension = uninspectableName(one);
    if (extension !== null) return `is named .${extension}, an archive that is not looked into`;
    if (lastExtension(one) === 'zip' && !beginsAsZip(file.bytes)) return 'is named .zip and is none';
  }
  const type = mediaType(file);
  if (type === 'message/partial') return 'is only a part of a message';
  return type === 'message/external-body' ? 'is kept elsewhere and was not sent' : null;
}

function contentFaults(file: ReceivedFile): ContentFaults {
  const { bytes } = file;
  const names = file.names.map(one => lastExtension(one));
  const text = names.includes('svg') || mediaType(file) === 'image/svg+xml' ? '.svg' : '';
  const kind = executableBytes(bytes, text);
  if (kind !== null) return { executable: `is ${kind}`, uninspectable: null };
  if (beginsAsZip(bytes)) return zipFaults(bytes, names);
  const archive = uninspectableBytes(bytes);
  if (archive !== null) return { executable: null, uninspectable: `is ${archive}` };
  if (endsAsZip(bytes)) return { executable: null, uninspectable: 'is a zip behind something else' };
  if (hasCompoundSignature(bytes)) {
    const directory = readCompoundFile(bytes);
    return 'fault' in directory
      ? { executable: null, uninspectable: directory.fault }
      : compoundContentFaults(directory.entries);
  }
  // A mail begins like a saved page; Office opens saved pages under its own endings
  const asMail = isNestedMessage(file) && !names.some(one => /^(?:do[ct]|xl|pp|rtf)/.test(one));
  return !asMail && isWebArchive(bytes)
    ? { executable: 'is a saved web page', uninspectable: null }
    : NOTHING;
}

function zipFaults(bytes: Uint8Array, names: readonly string[]): ContentFaults {
  const directory = readZipDirectory(bytes);
  if ('fault' in directory) return { executable: null, uninspectable: `is a zip that ${directory.fault}` };
  const faults = zipContentFaults(directory.entries);
  if (faults.uninspectable !== null || !names.some(one => OLD_OFFICE.has(one))) return faults;
  return { ...faults, uninspectable: 'is a zip under the name of an old Office file' };
}
