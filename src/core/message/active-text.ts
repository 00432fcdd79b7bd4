import { latin1 } from './byte-reader.ts';

/** How text begins that is a script or a setting that runs something, in lower case, and what it is. */
const HEADS: readonly (readonly [string, string])[] = [
  ['#!', 'a script'],
  ['<?php', 'a PHP script'],
  ['<?=', 'a PHP script'],
  ['<%', 'a server script'],
  ['@echo', 'a Windows batch script'],
  ['wscript.', 'a Windows script'],
  ['on error resume next', 'a Windows script'],
  ['windows registry editor', 'a Windows registry file'],
  ['regedit4', 'a Windows registry file'],
  ['# disk descriptorfile', 'a disk image'],
];

/** Sections of settings files that the desktop runs or loads when it shows or opens them. */
const SECTIONS: readonly string[] = [
  '[internetshortcut',
  '[{000214a0-0000-0000-c000-000000000046',
  '[desktop entry',
  '[autorun',
  '[shell]',
  '[.shellclassinfo',
  '[defaultinstall',
];

/** Root elements of pages and settings that run something. */
const ROOTS =
  /^(?:[\w.-]{1,64}:)?(?:html|head|body|script|iframe|frameset|object|embed|applet|meta|title|style|base|link|scriptlet|hta|librarydescription|pcsettings|persistedquery|searchconnectordescription)$/;

/** The W3C's own document type, as drawing programs write it; any other may declare what it likes. */
const SVG_DOCTYPE =
  /^<!doctype\s{1,9}svg\s{1,9}public\s{1,9}"-\/\/w3c\/\/dtd svg[^"<>[\]]{0,80}"\s{0,99}"https?:\/\/www\.w3\.org\/[^"<>[\]]{0,200}"\s{0,9}>/;

const HEAD = 4096;

/**
 * What this text is, in plain words, where it is a script, a web page, a setting that runs something, a drawing or
 * another XML file with active content, or a Rich Text file with an embedded object; else null. `name` says only whether
 * it is called `.svg`. Byte order marks, UTF-16 and leading white space change nothing. Reported as
 * `attachment-executable`; specification section 5.3.
 */
export function activeText(bytes: Uint8Array, name: string): string | null {
  const start = textStart(bytes);
  const head = folded(bytes.subarray(start, start + HEAD));
  const known = HEADS.find(([text]) => head.startsWith(text));
  if (known !== undefined) return known[1];
  if (isSetting(head)) return 'a shortcut or setting that runs something';
  if (/^id;p[^\r\n]{0,400}\r?\n\s{0,9}[a-z]{1,2};/.test(head)) return 'a SYLK table, which can hold macros';
  if (/^web\r?\n1\r?\n/.test(head)) return 'a web query of Excel';
  const drawing = /\.svg$/i.test(name.trim());
  if (!head.startsWith('<') && !head.startsWith('{\\rt') && !drawing) return null;
  const text = folded(bytes.subarray(start));
  if (head.startsWith('{\\rt')) return activeRichText(text);
  return activeMarkup(text, drawing);
}

/**
 * Whether this is a saved web page (MHTML), which begins as a mail does; not for a file that is a mail (section 5.3).
 */
export function isWebArchive(bytes: Uint8Array): boolean {
  const start = textStart(bytes);
  const head = folded(bytes.subarray(start, start + HEAD));
  // Word looks for the header further down too
  return (
    head.startsWith('from: <saved by') ||
    (/^mime-version:/m.test(head) && /^content-type:\s{0,9}(?:multipart\/related|text\/html)/m.test(head))
  );
}

/** Where the text begins after a byte order mark, white space and the zero bytes of UTF-16. */
function textStart(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    const space = byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
    const mark = byte === 0xef || byte === 0xbb || byte === 0xbf || byte === 0xfe || byte === 0xff;
    if (!space && !mark) break;
    at += 1;
  }
  return at;
}

/** Bytes as lower-case text without zero bytes, so that UTF-16 and UTF-32 read as what they spell in ASCII. */
function folded(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    if (byte === 0) continue;
    out[length] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    length += 1;
  }
  return latin1(out.subarray(0, length));
}

function isSetting(head: string): boolean {
  if (!/^[[;#]/.test(head)) return false;
  const first = head.split(/[\r\n]+/).find(line => !/^\s*(?:[;#]|$)/.test(line));
  return first !== undefined && SECTIONS.some(one => first.trim().startsWith(one));
}

function activeRichText(text: string): string | null {
  return /\\(?:objdata|objemb|objocx|objlink|objautlink|objupdate|objclass)/.test(text)
    ? 'a Rich Text file with an embedded object'
    : null;
}

function activeMarkup(text: string, drawing: boolean): string | null {
  const root = rootElement(text);
  if (root === null) return drawing ? 'an SVG image that cannot be read' : null;
  if (root.doctype.startsWith('<!doctype html') || ROOTS.test(root.name) || root.name.startsWith('hta:')) {
    return 'a web page';
  }
  const plain = withoutReferences(text);
  const isSvg = drawing || /^(?:[^:]*:)?svg$/.test(root.name) || plain.includes('2000/svg');
  const kind = isSvg ? 'an SVG image' : 'an XML file';
  const isXml = isSvg || text.startsWith('<?xml') || root.doctype !== '' || plain.includes('1999/xhtml');
  // An escape byte changes the character set half-way and so hides what follows
  if (isXml && text.includes('\x1b')) return `${kind} with escape bytes`;
  if (/[<:]script[\s/>]/.test(text)) return `${kind} with a script`;
  if (isXml && text.includes('<!entity')) return `${kind} that declares entities`;
  if (
    text.includes('mso-application') &&
    /vbaproject|macrospresent="yes|editdata\.mso|oleobject|oledata/.test(text)
  ) {
    return 'an Office file that carries macros or an object';
  }
  if (!isSvg && !plain.includes('1999/xhtml')) return null;
  if (root.doctype !== '' && !SVG_DOCTYPE.test(root.doctype))
    return `${kind} with a document type of its own`;
  return activeDrawing(text, plain, kind);
}

/** What runs in a drawing or a page beside a script element: handlers, links that are programs, foreign content. */
function activeDrawing(text: string, plain: string, kind: string): string | null {
  if (text.includes('<?xml-stylesheet')) return `${kind} with a style sheet of its own`;
  if (/foreignobject|[<:](?:iframe|embed|object|handler|listener)[\s/>]/.test(text)) {
    return `${kind} with foreign content`;
  }
  if (/[\s"'/]on[a-z]{2,40}\s*=/.test(text)) return `${kind} with an event handler`;
  const compact = plain.replace(/[\x00-\x20]+/g, '');
  if (/attributename=["']?(?:[\w-]{1,64}:)?on/.test(compact)) return `${kind} with an event handler`;
  if (
    /javascript:|vbscript:|data:(?:text\/(?:html|xml|javascript)|image\/svg|application\/x(?:html|ml))/.test(
      compact,
    )
  ) {
    return `${kind} with a link that is a program`;
  }
  return null;
}

/** The first element's name (may be empty) and the document type before it, past comments and instructions. */
function rootElement(text: string): { name: string; doctype: string } | null {
  let at = 0;
  let doctype = '';
  while (at < text.length) {
    if (text.startsWith('<!--', at)) at = after(text, '-->', at + 4);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at + 2);
    else if (text.startsWith('<!', at)) {
      if (doctype === '') doctype = text.slice(at, at + 600);
      // An internal subset ends where it ends; what follows it is judged by the document type alone
      at = after(text, '>', at + 2);
    } else if (text.startsWith('<', at)) {
      return { name: /^[^\s/>]{0,80}/.exec(text.slice(at + 1, at + 81))?.[0] ?? '', doctype };
    } else {
      const next = text.indexOf('<', at);
      at = next === -1 ? text.length : next;
    }
  }
  return doctype === '' ? null : { name: '', doctype };
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found + end.length;
}

/** The text with numeric character references read, as an XML parser reads them in attribute values. */
function withoutReferences(text: string): string {
  return text.replace(
    /&#(?:x0*([0-9a-f]{1,6})|0*([0-9]{1,7}));?/g,
    (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toLowerCase() : whole;
    },
  );
}
