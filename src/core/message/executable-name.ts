import { replaceHidden } from './file-name.ts';

/** Endings of files that run or open something when they are opened, by what they are. A closed list (spec 5.3). */
const EXECUTABLE: readonly (readonly [string, string])[] = [
  [
    'a Windows program',
    `exe com scr pif cpl dll sys drv ocx ax mui efi msi msp mst msix msixbundle appx appxbundle msu appref-ms
     appinstaller application gadget xbap vxd`,
  ],
  [
    'a script',
    `bat cmd btm ps1 ps2 ps1xml ps2xml psm1 psd1 pssc psc1 psc2 vbs vbe vb js jse mjs cjs wsf wsh ws wsc
     sct hta htc xsl xslt sh bash zsh csh tcsh ksh fish command tool csx fsx py pyc pyo pyw pyz pyzw rb rbw pl pm php
     php3 php4 php5 php7 php8 pht phtml phps phar asp aspx ascx ashx asmx asa cshtml jsp jspx cfm cgi fcgi lua luac
     tcl awk applescript scpt scptd osax workflow action ahk au3 kix nsh vbscript jscript groovy`,
  ],
  [
    'a shortcut or setting that runs something',
    `lnk url website webloc inetloc fileloc desktop inf ins isp reg scf shs shb library-ms settingcontent-ms search-ms
     searchconnector-ms chm hlp job theme themepack deskthemepack msc mshxml diagcab diagpkg diagcfg rdp rdg vsto
     mcl mof printerexport service htaccess bashrc bash_profile bash_login zshrc zshenv zprofile profile terminal
     mobileconfig crx xpi vsix`,
  ],
  [
    'a program for Java, Android, macOS or Linux',
    `jar jnlp class war ear jad apk apks xapk aab dex ipa app dmg pkg mpkg prefpane kext deb rpm appimage snap flatpak
     flatpakref flatpakrepo run elf so dylib ko wasm swf air`,
  ],
  [
    'a disk image',
    'iso img vhd vhdx avhd avhdx vmdk vdi qcow qcow2 udf nrg mdf toast sparseimage sparsebundle wim esd',
  ],
  [
    'a document that can run something',
    `html htm xhtml xht shtml shtm stm mht mhtml docm dotm xlsm xltm xlam xla xll xlm xlw xlsb pptm potm ppam ppa ppsm
     sldm one onepkg onetoc2 slk iqy oqy dqy rqy odc udl wiz ade adp mda mdb mde mdt mdw mdz accda accdb accde accdr
     accdt accdu vsdm vssm vstm`,
  ],
];
const KIND = new Map(
  EXECUTABLE.flatMap(([kind, list]) => list.split(/\s+/).map(one => [one, kind] as const)),
);

/** Endings that are as often a word or a language ("Job.application.pdf", "README.ko.md"): they count only at the end. */
const ALSO_WORDS = new Set(
  'action air application command desktop gadget job ko one pl profile run service so terminal theme tool website'.split(
    ' ',
  ),
);

/** Endings of archives and containers that are not read here. */
const ARCHIVES = new Set(
  `7z rar r00 gz gzip tgz taz tpz bz bz2 bzip2 tbz tbz2 xz txz lzma tlz lz lzo zst tzst tar cab arj lzh lha ace z tz
   lz4 sz br zipx alz egg arc pak zoo zpaq sit sitx sea hqx uu uue xxe cpio ar shar kgb uha xar svgz emz wmz pst ost
   mbox tnef partial cbr cb7`.split(/\s+/),
);

/** A class id as an ending: Windows opens such a file with the program that the id names. */
const CLASS_ID = /^\{[0-9a-f-]{36}\}$/;

/** What a file with this ending is, in plain words, or null where it is none that runs something (spec 5.3). */
export function executableKind(extension: string): string | null {
  if (extension.startsWith('{')) return 'a Windows class id';
  return KIND.get(extension) ?? null;
}

/**
 * The ending that makes `name` the name of an executable file, or null. Every part after a dot counts, in every way a
 * program may read the name: normalised, without hidden characters, without what follows a stream colon, a semicolon or
 * a NUL, percent-decoded. Reported as `attachment-executable`; specification section 5.3.
 */
export function executableName(name: string): string | null {
  for (const parts of segmentsOf(name)) {
    const end = lastPart(parts);
    for (const [index, part] of parts.entries()) {
      if (index === 0 || index > end) continue;
      const extension = cleanPart(part, index === end);
      if (CLASS_ID.test(extension)) return extension;
      if (KIND.has(extension) && (index === end || !ALSO_WORDS.has(extension))) return extension;
    }
    if (
      parts.length === 2 &&
      parts[0]?.toLowerCase() === 'desktop' &&
      cleanPart(parts[1] ?? '', true) === 'ini'
    )
      return 'ini';
  }
  return null;
}

/**
 * The ending that makes `name` the name of an archive other than a zip, or of a volume of a divided one, or null. Only
 * the end of the name counts. Reported as `attachment-uninspectable`; specification section 5.3.
 */
export function uninspectableName(name: string): string | null {
  for (const parts of segmentsOf(name)) {
    const end = lastPart(parts);
    if (end < 1) continue;
    const last = cleanPart(parts[end] ?? '', true);
    if (ARCHIVES.has(last) || /^(?:r|z|c|a)\d\d$/.test(last)) return last;
    const before = end > 1 ? cleanPart(parts[end - 1] ?? '', false) : '';
    if (/^\d{2,4}$/.test(last) && (before === 'zip' || ARCHIVES.has(before))) return `${before}.${last}`;
  }
  return null;
}

/** The last ending of `name` in lower case, without the dot; empty where it has none (specification section 5.3). */
export function lastExtension(name: string): string {
  const parts = replaceHidden(name, '').normalize('NFKC').split('.');
  const end = lastPart(parts);
  return end < 1 ? '' : cleanPart(parts[end] ?? '', true);
}

/** Where the last part with a letter or digit stands: dots and spaces behind it are dropped by Windows. */
function lastPart(parts: readonly string[]): number {
  let end = parts.length - 1;
  while (end > 0 && cleanPart(parts[end] ?? '', true) === '') end -= 1;
  return end;
}

/** Every reading of the name, cut where a program may stop reading it, each in its parts between dots. */
function* segmentsOf(name: string): Generator<string[]> {
  for (const reading of readings(name)) {
    for (const segment of reading.split(/[/\\:;?#"|<>*]/)) yield segment.split(/[.\u3002]/);
  }
}

function readings(name: string): Iterable<string> {
  if (/^[\x20-\x7e]*$/.test(name) && !name.includes('%')) return [name];
  const found = new Set<string>();
  const plain = replaceHidden(name, '').normalize('NFKC');
  for (const base of [name, plain]) {
    const once = percentDecoded(base);
    for (const text of [base, once, percentDecoded(once)]) {
      const bare = replaceHidden(text, '');
      found.add(bare);
      found.add(bare.normalize('NFKC'));
      // A program that drops the marks of letters, or that ends a name at a NUL, sees these
      found.add(bare.normalize('NFKD').replace(/\p{M}/gu, ''));
      found.add(replaceHidden(text, '/').normalize('NFKC'));
    }
  }
  return found;
}

/** A part in lower case without what a program drops from its end; leading spaces only go where the name ends. */
function cleanPart(part: string, last: boolean): string {
  const lower = part.toLowerCase();
  const word = /[\p{L}\p{N}{}]/u;
  let end = lower.length;
  while (end > 0 && !word.test(lower.charAt(end - 1))) end -= 1;
  let start = 0;
  if (last) while (start < end && !word.test(lower.charAt(start))) start += 1;
  return lower.slice(start, end);
}

function percentDecoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const value = bytes[at] === 0x25 ? hexPair(bytes[at + 1], bytes[at + 2]) : -1;
    out[length] = value < 0 ? (bytes[at] ?? 0) : value;
    if (value >= 0) at += 2;
    length += 1;
  }
  return new TextDecoder().decode(out.subarray(0, length));
}

function hexPair(high: number | undefined, low: number | undefined): number {
  if (high === undefined || low === undefined) return -1;
  const pair = String.fromCharCode(high, low);
  return /^[0-9a-f]{2}$/i.test(pair) ? Number.parseInt(pair, 16) : -1;
}
