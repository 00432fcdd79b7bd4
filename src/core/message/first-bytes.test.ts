import fc from 'fast-check';
import { expect, test } from 'vitest';
import { executableBytes, uninspectableBytes } from './first-bytes.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, one => one.charCodeAt(0));
const at = (offset: number, text: string, total = offset + text.length): Uint8Array => {
  const out = new Uint8Array(total);
  out.set(bytes(text), offset);
  return out;
};
const utf16 = (text: string, big: boolean): Uint8Array =>
  bytes(
    [...`\ufeff${text}`]
      .map(one =>
        String.fromCharCode(
          ...(big
            ? [one.charCodeAt(0) >> 8, one.charCodeAt(0) & 255]
            : [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8]),
        ),
      )
      .join(''),
  );

const PROGRAMS = [
  'MZ',
  '\x7fELF',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xca\xfe\xba\xbe',
  '\xbe\xba\xfe\xca',
  '\0asm',
  'dex\n035\0',
  '\x4c\0\0\0\x01\x14\x02\0',
  'ITSF',
  '\x1bLua',
  'FasdUAS',
  '!<arch>\n',
  '\xed\xab\xee\xdb',
  'xar!',
  'ActiveMime',
  'conectix',
  'vhdxfile',
  'KDMV',
  'QFI\xfb',
  '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d',
  '\0\x01\0\0Standard Jet DB',
  'CWS\x09',
];
const TEXTS = [
  '#!/bin/sh\necho hi\n',
  '<?php echo 1',
  '<?= 1',
  '<% x',
  '@ECHO off',
  '<script>',
  '<HTML>',
  '<!DOCTYPE html>',
  '<hta:application>',
  '[InternetShortcut]\nURL=x',
  '[Desktop Entry]',
  '; x\n\n[AutoRun]\nopen=x',
  '# c\n[Desktop Entry]',
  'Windows Registry Editor Version 5.00',
  'REGEDIT4',
  'WScript.Echo 1',
  'On Error Resume Next',
  '<?xml version="1.0"?>\n<!-- x --><html xmlns="x">',
  '<!-- <a> --><body>',
  '<?xml version="1.0"?><package><job><script language="JScript">',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">',
  '<a xmlns:x="http://www.w3.org/1999/xhtml"><x:img src="a" onerror="b"/></a>',
  '<a xmlns:x="http://www.w3.org/1999/&#x78;html"><x:img src="a" onerror="b"/></a>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>',
  '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w w:macrosPresent="yes"/>',
  'ID;PWXL;N;E\nO;E\n',
  'WEB\r\n1\r\nhttp://example.com',
  '{\\rtf1{\\object\\objemb{\\*\\objdata 01}}}',
  '<libraryDescription xmlns="x">',
];

test.each(PROGRAMS)('knows a program by its first bytes %j (5.3)', magic => {
  expect(executableBytes(bytes(magic + ' '.repeat(600)))).not.toBeNull();
});

test.each(TEXTS)('knows active text by its beginning %j (5.3)', text => {
  for (const one of [
    bytes(text),
    bytes(`\xef\xbb\xbf${text}`),
    bytes(` \r\n\t${text}`),
    utf16(text, true),
    utf16(text, false),
  ]) {
    expect(executableBytes(one)).not.toBeNull();
  }
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg">';
test.each([
  `${SVG}<script>1</script></svg>`,
  `${SVG}<svg:script href="x"/></svg>`,
  '<svg onload="a()"/>',
  '<svg\nonload\n=\n"a()"/>',
  '<svg/onload=a>',
  `${SVG}<a href="javascript:a()"/></svg>`,
  `${SVG}<a href="java&#115;cript:a()"/></svg>`,
  `${SVG}<a href="java&#x0073;cri\npt:a()"/></svg>`,
  `${SVG}<foreignObject/></svg>`,
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  '<!DOCTYPE svg SYSTEM "http://x/y.dtd"><svg/>',
  '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "a()">]><svg/>',
  `${SVG}<set attributeName="onclick" to="a()"/></svg>`,
  `<?xml-stylesheet href="x.xsl"?>${SVG}</svg>`,
  `${SVG}<use href="data:text/html,x"/></svg>`,
  `${SVG}<scr\x1b(Bipt></svg>`,
  `<?xml version="1.0"?><x:svg xmlns:x="http://www.w3.org/2000/svg" onload="a()"/>`,
  `${SVG}<iframe src="x"/></svg>`,
])('refuses an active drawing %j (5.3)', text => {
  for (const one of [bytes(text), utf16(text, true), utf16(text, false)]) {
    expect(executableBytes(one, 'a.SVG')).toContain('SVG');
    expect(executableBytes(one)).not.toBeNull();
  }
});

test.each([
  `${SVG}<title>Turned on = off; only = once</title><path d="M0 0"/></svg>`.replace(
    'on = off; only = once',
    'round',
  ),
  `<?xml version="1.0"?>\n<!-- Generator: x -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${SVG}</svg>`,
  'plain text\n#!/bin/sh',
  '%PDF-1.4\n1 0 obj<<>>endobj',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  '# Title\n[link](x)',
  'PKI is a plan',
  '',
  '<p align="center">a page of Markdown</p>',
  '<?xml version="1.0"?><list><item/></list>',
  'BEGIN:VCALENDAR',
  'a,b\n1,2',
  '{"a":1}',
  '{\\rtf1 plain}',
  'ID;Preis\n1;2',
  '<!-- note --> text',
  'CWS is a name',
  '[section]\nkey=1',
])('takes harmless bytes %j (5.3)', text => {
  expect(executableBytes(bytes(text))).toBeNull();
  expect(uninspectableBytes(bytes(text))).toBeNull();
});

test('knows disk images by what stands deep in them or at their end (5.3)', () => {
  expect(executableBytes(at(0x8001, 'CD001', 0x9000))).toBe('a disk image');
  expect(executableBytes(at(0x8001, 'BEA01', 0x9000))).toBe('a disk image');
  expect(executableBytes(at(2048, 'conectix', 2560))).toBe('a disk image');
  expect(executableBytes(at(2048, 'koly', 2560))).toContain('disk image');
});

const ARCHIVES = [
  '\x78\x9f\x3e\x22',
  '7z\xbc\xaf\x27\x1c',
  'Rar!\x1a\x07\0',
  '\x1f\x8b\x08',
  '\x1f\x9d',
  'BZh9',
  '\xfd7zXZ\0',
  '\x28\xb5\x2f\xfd',
  '\x04\x22\x4d\x18',
  'MSCF',
  '\x60\xea',
  'ab-lh5-',
  'LZIP',
  '\x5d\0\0\x80',
  'xxxxxxx**ACE**',
  '!BDN',
  '\x09\x04\x06\0',
  `070701${'0'.repeat(104)}`,
];
test.each(ARCHIVES)('does not look into %j (5.3)', magic => {
  expect(uninspectableBytes(bytes(magic.padEnd(600)))).not.toBeNull();
});

test('knows a tar, also one without a magic (5.3)', () => {
  expect(uninspectableBytes(at(257, 'ustar', 1024))).toBe('a tar archive');
  const old = at(0, 'setup.exe', 1024);
  const sum = [...'setup.exe'].reduce((total, one) => total + one.charCodeAt(0), 8 * 32);
  old.set(bytes(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  expect(uninspectableBytes(old)).toBe('a tar archive');
});

test('never throws, and refuses any bytes behind a magic (5.3)', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(...PROGRAMS, '#!', '<html>', '@echo'),
      (rest, magic) => {
        uninspectableBytes(rest);
        executableBytes(rest, 'a.svg');
        expect(executableBytes(Uint8Array.from([...bytes(magic), ...rest]))).not.toBeNull();
      },
    ),
  );
});

test.each([' ', '\0', '<', '<!--', '&#0', '<?', '[', 'PK', '\n;', ' on', '\\', '<a xmlns="2000/svg">'])(
  'reads 25 MB of %j in bounded time (5.3)',
  unit => {
    const big = new Uint8Array(25_000_000);
    big.set(bytes(unit));
    for (let done = unit.length; done < big.length; done *= 2) big.copyWithin(done, 0, done);
    const isRead = unit === '<' || unit.startsWith('<a');
    expect(executableBytes(big, 'a.svg')).toBe(isRead ? null : 'an SVG image that cannot be read');
    expect(uninspectableBytes(big)).toBeNull();
  },
);

test('finds a script behind 25 MB of spaces (5.3)', () => {
  const big = new Uint8Array(25_000_000).fill(0x20);
  big.set(bytes('#!/bin/sh'), big.length - 9);
  expect(executableBytes(big)).toBe('a script');
});
