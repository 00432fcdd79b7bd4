import { describe, expect, it } from 'vitest';
import { ENVELOPE_FIELDS } from '../message/envelope.ts';
import { compareAlternative } from './alternative.ts';
import { readMail } from './mail.ts';

const TEXT = [
  'format: AIMF/1',
  'id: 1',
  'from: scott@example.com',
  'type: NOTE',
  '',
  'subject: x',
  '',
  'free',
];

const part = (type: string, ...lines: string[]) => [
  '--b1',
  `Content-Type: ${type}; charset=utf-8`,
  '',
  ...lines,
];
const read = (kind: string, ...parts: string[][]) => {
  const header = ['From: scott@example.com', `Content-Type: multipart/${kind}; boundary=b1`, ''];
  return readMail(new TextEncoder().encode([...header, ...parts.flat(), '--b1--', ''].join('\r\n')));
};
const differing = (html: string, text = TEXT) =>
  read('alternative', part('text/plain', ...text), part('text/html', html)).findings;

const page = (...lines: string[]) =>
  `<html><body>${lines.map(line => `<div>${line}</div>`).join('')}</body></html>`;

describe('an HTML part beside the text', () => {
  it.each([
    page(...TEXT),
    `<p>${TEXT.join('<br>\n')}</p>`,
    `<pre>${TEXT.join('\n')}</pre>`,
    page('Hello,', '', ...TEXT),
    page(
      'format:&nbsp;AIMF/1',
      '',
      'id:   1',
      'from: <a href="mailto:x">scott@example.com</a>',
      'type: <b>NOTE</b>',
      '',
      'subject: x',
    ),
    `<p>${TEXT.join(' ')}</p>`,
    `<p>${TEXT.slice(0, 4).join('\n')}</p><p>subject: x</p>`,
    page('type: NOTE', 'from: scott@example.com', 'id: 1', 'format: AIMF/1', '', 'subject: x', 'type: other'),
    page('format: AIMF/1', '<span hidden>id: 2</span>', 'id: 1', 'from: scott@example.com', 'type: NOTE'),
  ])('agrees with the text (2.3) [%#]', html => {
    expect(differing(html)).toEqual([]);
  });

  it.each([
    [page(...TEXT.with(3, 'type: REQUEST')), [{ field: 'type', text: 'NOTE', html: 'REQUEST' }]],
    [page(...TEXT.toSpliced(1, 1)), [{ field: 'id', text: '1', html: '' }]],
    [page(...TEXT.toSpliced(1, 0, 'agreement: AGR-9')), [{ field: 'agreement', text: '', html: 'AGR-9' }]],
    [
      page(...TEXT.toSpliced(4, 0, 'type: REQUEST')),
      [{ field: 'type', text: 'NOTE', html: 'NOTE, REQUEST' }],
    ],
    [`<p>${TEXT.join(' ')}</p>`.replace('NOTE', 'REQUEST'), 'all'],
    [`<p>${TEXT.join(' ')}</p>`.replace('id: 1', 'id: 1 type: REQUEST'), 'all'],
    [`<p>${TEXT.slice(0, 4).join(' ')} agreement: AGR-9</p>`, 'all'],
    ['<p>Nothing of it</p>', 'all'],
    [page('format: AIMF/1', 'type: REQUEST', '', ...TEXT), 'some'],
    [
      page(...TEXT).replace('id: 1', '<span style="display:none">id: 1</span><span>id: 2</span>'),
      [{ field: 'id', text: '1', html: '2' }],
    ],
    [`<blockquote>${page(...TEXT)}</blockquote>`, 'all'],
  ])('differs from the text, field by field (2.3) [%#]', (html, expected) => {
    const findings = differing(html);
    expect(new Set(findings.map(one => one.code))).toEqual(new Set(['alternative-differs']));
    if (typeof expected !== 'string') expect(findings.map(one => one.args)).toEqual(expected);
    expect(findings.every(one => one.place.field === one.args.field)).toBe(true);
  });

  it('is compared in either order, and beside the text as well (2.3)', () => {
    const html = part('text/html', page(...TEXT.with(1, 'id: 2')));
    const text = part('text/plain', ...TEXT);
    for (const mail of [
      read('alternative', html, text),
      read('mixed', text, html),
      read('related', html, text),
    ]) {
      expect(mail.text).toBe(TEXT.join('\r\n'));
      expect(mail.findings).toMatchObject([{ code: 'alternative-differs', args: { field: 'id' } }]);
    }
  });

  it('is decoded by its own charset and transfer encoding (2.3)', () => {
    const html = Buffer.from(page(...TEXT)).toString('base64');
    const encoded = [
      '--b1',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      html,
    ];
    expect(read('alternative', part('text/plain', ...TEXT), encoded).findings).toEqual([]);
    const broken = encoded.with(4, `${html}!`);
    expect(read('alternative', part('text/plain', ...TEXT), broken).findings[0]).toMatchObject({
      code: 'mail-part-malformed',
    });
  });

  it('may be a footer without fields where another page agrees, and may not carry other fields (2.3)', () => {
    const text = part('text/plain', ...TEXT);
    const good = part('text/html', page(...TEXT));
    expect(read('mixed', text, good, part('text/html', '<p>list footer</p>')).findings).toEqual([]);
    expect(read('mixed', text, good, part('text/html', page('id: 2'))).findings.length).toBeGreaterThan(0);
  });

  it('is not compared where the text begins with no envelope (2.3)', () => {
    expect(differing('<p>other</p>', ['Hello,', ...TEXT])).toEqual([]);
    expect(differing(page(...TEXT), ['Hello'])).toEqual([]);
  });

  it('never gives an authentication value away (6.2)', () => {
    const findings = differing(
      page(...TEXT.toSpliced(1, 0, 'auth: s3cret')),
      TEXT.toSpliced(1, 0, 'auth: other'),
    );
    expect(findings.map(one => one.args)).toEqual([{ field: 'auth', text: '(hidden)', html: '(hidden)' }]);
  });

  it('lets comments and blank lines be (2.3)', () => {
    const text = TEXT.toSpliced(1, 0, '# a comment');
    expect(differing(page(...text), text)).toEqual([]);
  });

  it.each(ENVELOPE_FIELDS.filter(field => field !== 'format'))(
    'compares %s, as every field of the envelope (2.3, 3.4)',
    field => {
      const text = `format: AIMF/1\n${field}: one`;
      const lines = ['format: AIMF/1', `${field}: two`];
      expect(compareAlternative(text, lines, true).map(one => one.place.field)).toEqual([field]);
    },
  );
});
