import type { CompoundEntry } from './compound-file.ts';
import type { ContentFaults } from './content-faults.ts';
import { powerPointFaults, wordFaults, workbookFaults } from './office-stream.ts';

/** Storages and streams that hold macros or embedded programs wherever they stand. */
const EXECUTABLE = new Map([
  ['vba', 'carries macros'],
  ['_vba_project', 'carries macros'],
  ['_vba_project_cur', 'carries macros'],
  ['macros', 'carries macros'],
  ['projectwm', 'carries macros'],
  ['ole10native', 'carries an embedded object'],
]);

const UNINSPECTABLE = new Map([
  ['encryptedpackage', 'is encrypted'],
  ['encryptioninfo', 'is encrypted'],
  ['encryptedsummary', 'is encrypted'],
  ['package', 'holds an Office file in an Office file'],
]);

/** What a storage is opened with, where that runs something. */
const CLASSES = new Map([
  ['000c1084-0000-0000-c000-000000000046', 'is a Windows installer'],
  ['000c1086-0000-0000-c000-000000000046', 'is a patch for a Windows installer'],
  ['000c1082-0000-0000-c000-000000000046', 'is a transform for a Windows installer'],
  ['0003000c-0000-0000-c000-000000000046', 'carries an embedded object'],
  ['f20da720-c02f-11ce-927b-0800095ae340', 'carries an embedded object'],
  ['3050f4d8-98b5-11cf-bb82-00aa00bdce0b', 'is a web application'],
  ['00021401-0000-0000-c000-000000000046', 'is a Windows shortcut'],
]);

const STREAMS = new Map([
  ['workbook', workbookFaults],
  ['book', workbookFaults],
  ['worddocument', wordFaults],
  ['powerpoint document', powerPointFaults],
]);

/**
 * What a readable OLE file holds that must not be kept: macros, embedded objects, an installer, encrypted content,
 * attachments of an Outlook message. Reported as `attachment-executable` and `attachment-uninspectable`; specification
 * section 5.3.
 */
export function compoundContentFaults(entries: readonly CompoundEntry[]): ContentFaults {
  let executable: string | null = null;
  let uninspectable: string | null = null;
  for (const entry of entries) {
    const name = entry.name.replace(/^[\x00-\x1f]+/, '').toLowerCase();
    executable ??= EXECUTABLE.get(name) ?? CLASSES.get(entry.classId) ?? null;
    uninspectable ??= UNINSPECTABLE.get(name) ?? null;
    // Installer tables have names in a code of their own, whatever the class id says
    if (entry.kind === 'stream' && /^[\u3800-\u4840]+$/.test(entry.name))
      executable ??= 'is a Windows installer';
    if (name.startsWith('__attach_version1.0')) uninspectable ??= 'is an Outlook message with attachments';
    const look = entry.kind === 'stream' ? STREAMS.get(name) : undefined;
    if (look === undefined) continue;
    const bytes = entry.read();
    if (bytes === null) uninspectable ??= 'is an OLE file that does not read';
    else {
      const found = look(bytes);
      executable ??= found.executable;
      uninspectable ??= found.uninspectable;
    }
  }
  return { executable, uninspectable };
}
