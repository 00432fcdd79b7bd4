import { BOUNDS } from '../finding/bounds.ts';
import { hasCompoundSignature } from './compound-file.ts';
import type { ContentFaults } from './content-faults.ts';
import { executableKind, executableName, lastExtension, uninspectableName } from './executable-name.ts';
import { executableBytes, uninspectableBytes } from './first-bytes.ts';
import type { ZipEntry } from './zip.ts';
import { beginsAsZip } from './zip-end.ts';

/** Files that have to be looked at by their content, which is compressed here: they have to travel on their own. */
const LOOKED_INTO = new Set(
  `zip jar docx dotx xlsx xltx pptx potx ppsx sldx thmx vsdx odt ods odp odg odf odb odc odi odm ott ots otp otg sxw sxc
   sxi epub cbz kmz 3mf pages numbers key doc dot wbk xls xlt ppt pot pps vsd vst mpp pub rtf msg oft eml emlx svg`.split(
    /\s+/,
  ),
);

/** Folders that macOS opens as a program. */
const BUNDLES = new Set([
  'app',
  'pkg',
  'mpkg',
  'kext',
  'prefpane',
  'workflow',
  'action',
  'scptd',
  'plugin',
  'bundle',
]);

/**
 * What the entries of a readable zip hold that must not be kept: programs, macros, embedded objects, encrypted entries
 * and archives in the archive. An Office file in an Office file (`embeddings/`) is such an archive too: it could carry
 * what the outer one may not. Reported as `attachment-executable` and `attachment-uninspectable`; specification
 * section 5.3.
 */
export function zipContentFaults(entries: readonly ZipEntry[]): ContentFaults {
  const names = new Set(entries.map(entry => entry.name.toLowerCase()));
  const office = names.has('[content_types].xml');
  const openDocument = names.has('mimetype') || names.has('meta-inf/manifest.xml');
  let executable: string | null = null;
  let uninspectable: string | null = null;
  for (const entry of entries) {
    executable ??= carried(entry.name.toLowerCase(), openDocument) ?? executableEntry(entry);
    uninspectable ??= uninspectableEntry(entry, office || openDocument, office);
    if (executable !== null && uninspectable !== null) break;
  }
  return { executable, uninspectable };
}

/** Macros, controls and objects have fixed places in the Office formats. */
function carried(path: string, openDocument: boolean): string | null {
  if (
    /(?:^|\/)vba(?:project|data)[^/]*\.(?:bin|xml)$/.test(path) ||
    /(?:^|\/)(?:intl)?macrosheets\//.test(path)
  ) {
    return 'carries macros';
  }
  if (/(?:^|\/)activex\//.test(path)) return 'carries an ActiveX control';
  if (/(?:^|\/)oleobject[^/]*\.bin$/.test(path)) return 'carries an embedded object';
  if (openDocument && /^object \d+$/.test(path)) return 'carries an embedded object';
  if (openDocument && /^(?:basic|scripts)\//.test(path)) return 'carries macros';
  return null;
}

function executableEntry(entry: ZipEntry): string | null {
  const segments = entry.name.split('/').filter(one => one !== '');
  const folder = entry.name.endsWith('/');
  const last = folder ? '' : (segments.at(-1) ?? '');
  const extension = executableName(last);
  if (extension !== null)
    return `holds ${quoted(entry.name)}, ${executableKind(extension) ?? 'a Windows setting'}`;
  // A folder called "notes.js" runs nothing, a macOS bundle does
  if (segments.slice(0, folder ? undefined : -1).some(one => BUNDLES.has(lastExtension(one)))) {
    return `holds ${quoted(entry.name)}, part of a macOS program`;
  }
  const kind = entry.stored === null ? null : executableBytes(entry.stored, last);
  return kind === null ? null : `holds ${quoted(entry.name)}, ${kind}`;
}

function uninspectableEntry(entry: ZipEntry, document: boolean, office: boolean): string | null {
  if (entry.encrypted) return `is encrypted (${quoted(entry.name)})`;
  const extension = lastExtension(entry.name);
  if (uninspectableName(entry.name) !== null) return `holds ${quoted(entry.name)}, an archive in an archive`;
  // A drawing inside a document is shown by the document's program, which runs nothing in it
  const drawing = extension === 'svg' && (document || entry.stored !== null);
  if (LOOKED_INTO.has(extension) && !drawing) {
    return `holds ${quoted(entry.name)}, which can only be looked at on its own`;
  }
  // Macros may hide in a part of any name, and binary parts but the printer's have no business in a plain document
  if (office && extension === 'bin' && !/(?:^|\/)printersettings\d*\.bin$/i.test(entry.name)) {
    return `holds ${quoted(entry.name)}, a binary part of unknown content`;
  }
  if (entry.stored === null) return null;
  if (beginsAsZip(entry.stored) || hasCompoundSignature(entry.stored)) {
    return `holds ${quoted(entry.name)}, which can only be looked at on its own`;
  }
  const kind = uninspectableBytes(entry.stored);
  return kind === null ? null : `holds ${quoted(entry.name)}, ${kind}`;
}

function quoted(name: string): string {
  return name.length <= BOUNDS.quoted ? `"${name}"` : `"${name.slice(0, BOUNDS.quoted)}..."`;
}
