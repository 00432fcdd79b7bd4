import { activeText } from './active-text.ts';
import { hasAt, latin1, u32 } from './byte-reader.ts';

type Magic = readonly [at: number, bytes: readonly number[] | string, kind: string];

const EXECUTABLE: readonly Magic[] = [
  [0, 'MZ', 'a Windows program'],
  [0, '\x7fELF', 'a Linux program'],
  [0, [0xfe, 0xed, 0xfa, 0xce], 'a macOS program'],
  [0, [0xfe, 0xed, 0xfa, 0xcf], 'a macOS program'],
  [0, [0xce, 0xfa, 0xed, 0xfe], 'a macOS program'],
  [0, [0xcf, 0xfa, 0xed, 0xfe], 'a macOS program'],
  [0, [0xca, 0xfe, 0xba, 0xbe], 'a Java or macOS program'],
  [0, [0xca, 0xfe, 0xba, 0xbf], 'a macOS program'],
  [0, [0xbe, 0xba, 0xfe, 0xca], 'a macOS program'],
  [0, [0xbf, 0xba, 0xfe, 0xca], 'a macOS program'],
  [0, [0xca, 0xfe, 0xd0, 0x0d], 'a Java program'],
  [0, '\0asm', 'a WebAssembly program'],
  [0, 'dex\n', 'an Android program'],
  [0, 'dey\n', 'an Android program'],
  [0, 'cdex', 'an Android program'],
  [0, [0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0], 'a Windows shortcut'],
  [0, 'ITSF', 'a Windows help file'],
  [0, [0x3f, 0x5f, 0x03, 0], 'a Windows help file'],
  [0, '\x1bLua', 'a Lua program'],
  [0, '\x1bLJ', 'a Lua program'],
  [0, 'FasdUAS', 'a compiled AppleScript'],
  [0, '!<arch>\n', 'a Linux package or library'],
  [0, [0xed, 0xab, 0xee, 0xdb], 'a Linux package'],
  [0, 'xar!', 'a macOS installer'],
  [0, 'ActiveMime', 'an Office file with macros'],
  [0, [0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d], 'a OneNote file, which can hold programs'],
  [0, '\0\x01\0\0Standard Jet DB', 'an Access database, which can hold macros'],
  [0, '\0\x01\0\0Standard ACE DB', 'an Access database, which can hold macros'],
  [0, 'conectix', 'a disk image'],
  [0, 'vhdxfile', 'a disk image'],
  [0, 'KDMV', 'a disk image'],
  [0, 'QFI\xfb', 'a disk image'],
  [0, 'MSWIM\0\0\0', 'a disk image'],
  [0, 'hsqs', 'a disk image'],
  [0x8001, 'CD001', 'a disk image'],
  [0x8801, 'CD001', 'a disk image'],
  [0x9001, 'CD001', 'a disk image'],
  [0x8001, 'BEA01', 'a disk image'],
];

const ARCHIVE: readonly Magic[] = [
  [0, [0x78, 0x9f, 0x3e, 0x22], 'Outlook Rich Text (winmail.dat), which hides the files that were attached'],
  [0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'a 7z archive'],
  [0, 'Rar!\x1a\x07', 'a RAR archive'],
  [0, 'RE\x7e\x5e', 'a RAR archive'],
  [0, [0x1f, 0x8b], 'a gzip archive'],
  [0, [0x1f, 0x9d], 'a compressed file (.Z)'],
  [0, [0x1f, 0xa0], 'a compressed file (.Z)'],
  [0, 'BZh', 'a bzip2 archive'],
  [0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], 'an xz archive'],
  [0, [0x5d, 0, 0], 'an lzma archive'],
  [0, 'LZIP', 'an lzip archive'],
  [0, [0x28, 0xb5, 0x2f, 0xfd], 'a Zstandard archive'],
  [0, [0x04, 0x22, 0x4d, 0x18], 'an LZ4 archive'],
  [0, [0x02, 0x21, 0x4c, 0x18], 'an LZ4 archive'],
  [1, [0x2a, 0x4d, 0x18], 'a Zstandard or LZ4 archive'],
  [0, 'MSCF', 'a cabinet archive'],
  [0, 'ISc(', 'a cabinet archive'],
  [257, 'ustar', 'a tar archive'],
  [7, '**ACE**', 'an ACE archive'],
  [0, [0x60, 0xea], 'an ARJ archive'],
  [20, [0xdc, 0xa7, 0xc4, 0xfd], 'a ZOO archive'],
  [0, '!BDN', 'an Outlook mailbox'],
  // Excel of before 1995: no container whose directory could be read, and macro sheets are possible
  [0, [0x09, 0, 0x04, 0], 'an Excel file of before 1995'],
  [0, [0x09, 0, 0x06, 0], 'an Excel file of before 1995'],
  [0, [0x09, 0x02, 0x06, 0], 'an Excel file of before 1995'],
  [0, [0x09, 0x04, 0x06, 0], 'an Excel file of before 1995'],
  [0, [0x09, 0x08, 0x08, 0], 'an Excel file outside its container'],
  [0, [0x09, 0x08, 0x10, 0], 'an Excel file outside its container'],
];

/**
 * What these bytes are, in plain words, where they are a program, a shortcut, a disk image or active text, whatever the
 * file is called; else null. `name` says only whether it is called `.svg`. Reported as `attachment-executable`;
 * specification section 5.3.
 */
export function executableBytes(bytes: Uint8Array, name = ''): string | null {
  return programBytes(bytes) ?? activeText(bytes, name);
}

function programBytes(bytes: Uint8Array): string | null {
  const found = EXECUTABLE.find(([at, magic]) => hasAt(bytes, at, magic));
  if (found !== undefined) return found[2];
  // A fixed VHD and a DMG are known by their last block only
  if (hasAt(bytes, bytes.length - 512, 'conectix') || hasAt(bytes, bytes.length - 511, 'conectix')) {
    return 'a disk image';
  }
  if (hasAt(bytes, bytes.length - 512, 'koly')) return 'a macOS disk image';
  const boots = hasAt(bytes, 510, [0x55, 0xaa]);
  if (boots && (hasAt(bytes, 2, [0x90]) || hasAt(bytes, 0, [0x33, 0xc0]) || hasAt(bytes, 0, [0xfa]))) {
    return 'a disk image';
  }
  const version = bytes[3] ?? 0xff;
  if (version < 0x20 && ['FWS', 'CWS', 'ZWS'].some(one => hasAt(bytes, 0, one))) return 'a Flash program';
  return null;
}

/**
 * What these bytes are, in plain words, where they are an archive or a container that is not read here, else null.
 * Zips and OLE files have readers of their own. Reported as `attachment-uninspectable`; specification section 5.3.
 */
export function uninspectableBytes(bytes: Uint8Array): string | null {
  const found = ARCHIVE.find(([at, magic]) => hasAt(bytes, at, magic));
  if (found !== undefined) return found[2];
  if (hasAt(bytes, 2, '-l') && hasAt(bytes, 6, '-')) return 'an LZH archive';
  if (/^07070[127][0-9a-f]{60}/i.test(latin1(bytes.subarray(0, 80)))) return 'a cpio archive';
  if (hasAt(bytes, 0, [0xc7, 0x71]) || hasAt(bytes, 0, [0x71, 0xc7])) return 'a cpio archive';
  return isOldTar(bytes) ? 'a tar archive' : null;
}

/** Whether the first block is a tar header of before 1988, which has no magic but a checksum of its own. */
function isOldTar(bytes: Uint8Array): boolean {
  if (bytes.length < 512 || u32(bytes, 0) === 0) return false;
  const written = /^ *([0-7]{1,7})[ \0]/.exec(latin1(bytes.subarray(148, 157)));
  if (written === null) return false;
  let sum = 0;
  for (let at = 0; at < 512; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (bytes[at] ?? 0);
  return Number.parseInt(written[1] ?? '', 8) === sum;
}
