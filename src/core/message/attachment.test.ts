import { describe, expect, it } from 'vitest';
import { checkFiles, inspectFiles, namedFiles } from './attachment.ts';
import type { ReceivedFile } from './delivery.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (name: string | null, more: Partial<ReceivedFile> = {}): ReceivedFile => {
  const content = more.bytes ?? bytes('plain words');
  return {
    names: name === null ? [] : [name],
    mediaType: 'text/plain',
    inline: false,
    bytes: content,
    encodedBytes: content.length,
    ...more,
  };
};
const drop = (filename: string | readonly string[]) => ({
  type: 'FILE_DROP',
  fields: { filename, purpose: 'a' },
  text: '',
});
const note = (text: string) => ({ type: 'NOTE', fields: { subject: 'a' }, text });
const codes = (...args: Parameters<typeof checkFiles>) => checkFiles(...args).map(one => one.code);

describe('files and their names', () => {
  it.each([
    ['one name', [file('a.pdf')], drop('a.pdf'), []],
    ['a list of names', [file('a.pdf'), file('b.pdf')], drop(['b.pdf', 'a.pdf']), []],
    ['a file that filename lacks', [file('a.pdf'), file('b.pdf')], drop('a.pdf'), ['attachment-not-named']],
    ['a name without its file', [], drop('a.pdf'), ['attachment-absent']],
    ['another spelling', [file('A.pdf')], drop('a.pdf'), ['attachment-not-named', 'attachment-absent']],
    [
      'a name that only the free text has',
      [file('b.pdf')],
      { ...drop('a.pdf'), text: 'see b.pdf' },
      ['attachment-not-named', 'attachment-absent'],
    ],
    ['a name given twice', [file('a.pdf')], drop(['a.pdf', 'a.pdf']), ['attachment-ambiguous']],
    ['two files of one name', [file('a.pdf'), file('a.pdf')], drop('a.pdf'), ['attachment-ambiguous']],
    [
      'two readings of one name',
      [file('a.pdf', { names: ['a.pdf', 'b.pdf'] })],
      drop('a.pdf'),
      ['attachment-names-differ'],
    ],
    ['a file without a name', [file(null)], drop('a.pdf'), ['attachment-nameless', 'attachment-absent']],
    [
      'an inline part that nothing names',
      [file(null, { inline: true })],
      note('hello'),
      ['attachment-inline'],
    ],
    ['a block that cannot be read', [file('a.pdf')], { type: 'FILE_DROP', fields: null, text: 'x' }, []],
    ['a path in filename', [], drop('../a.pdf'), ['attachment-name-refused', 'attachment-absent']],
  ])('FILE_DROP and others: %s (5.1)', (_, files, naming, expected) => {
    expect(codes(files, naming)).toEqual(expected);
  });

  it('names are compared in NFC (5.1)', () => {
    expect(codes([file('cafe\u0301.pdf')], drop('caf\u00e9.pdf'))).toEqual([]);
    expect(codes([file('caf\u00e9.pdf')], note('see cafe\u0301.pdf'))).toEqual([]);
    expect(codes([file('cafe\u0301.pdf'), file('caf\u00e9.pdf')], drop('caf\u00e9.pdf'))).toEqual([
      'attachment-ambiguous',
    ]);
    expect(namedFiles({ filename: ['cafe\u0301'] })).toEqual(['caf\u00e9']);
  });

  it.each([
    ['see a.pdf', true],
    ['a.pdf', true],
    ['see a.pdf.', true],
    ['see "a.pdf", please', true],
    ['(a.pdf)', true],
    ['see aa.pdf', false],
    ['see a.pdfx', false],
    ['see a.pdf.exe', false],
    ['see a.pdf-old', false],
    ['see b_a.pdf', false],
    ['see A.PDF', false],
    ['see aa.pdf and a.pdf', true],
    ['nothing', false],
  ])('in the text %j the file a.pdf counts as named: %s (5.1)', (text, named) => {
    expect(codes([file('a.pdf')], note(text))).toEqual(named ? [] : ['attachment-not-named']);
  });

  it('a name full of signs is looked for as it stands (5.1)', () => {
    const name = 'a^$.*+?()[]{}|-&~ (1).pdf';
    expect(codes([file(name)], note(`see ${name}`))).toEqual([]);
    expect(codes([file('a.pdf')], note('see axpdf'))).toEqual(['attachment-not-named']);
  });

  it('says what came instead when Outlook swallowed the file (5.1)', () => {
    const [, absent] = checkFiles([file('winmail.dat', { mediaType: 'application/ms-tnef' })], drop('a.pdf'));
    expect(absent).toMatchObject({ code: 'attachment-absent', args: { name: 'a.pdf', hint: 'winmail.dat' } });
  });

  it('ten files and 25,000,000 bytes may come, and no more (5.2)', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => file(`f${at}`));
    const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
    expect(codes(many(10), drop(names(10)))).toEqual([]);
    expect(codes(many(11), drop(names(10)))).toEqual(['attachments-too-many']);
    const large = (size: number) => [file('f0', { bytes: new Uint8Array(size) })];
    expect(codes(large(25_000_000), drop('f0'))).toEqual([]);
    expect(codes(large(25_000_001), drop('f0'))).toEqual(['attachments-too-large']);
    const inline = file('logo', { inline: true, bytes: new Uint8Array(1_000_000) });
    expect(codes([...large(24_500_000), inline], drop('f0'))).toEqual([
      'attachment-inline',
      'attachments-too-large',
    ]);
    expect(codes([...many(10), inline], drop(names(10)))).toEqual(['attachment-inline']);
  });

  it('tells the size as decoded and as sent (5.2)', () => {
    const [size] = checkFiles([file('f0', { encodedBytes: 16 })], drop('f0'));
    expect(size).toMatchObject({ code: 'attachments-size', level: 'note', args: { bytes: 11, encoded: 16 } });
  });

  it('a refused file is reported as refused, and a good one is not (5.3)', () => {
    const { attachments, findings } = inspectFiles([
      file('a.txt'),
      file('b.exe'),
      file(null, { inline: true }),
    ]);
    expect(attachments.map(({ name, refused, inline }) => [name, refused, inline])).toEqual([
      ['a.txt', false, false],
      ['b.exe', true, false],
      [null, false, true],
    ]);
    expect(findings.map(one => one.code)).toEqual(expect.arrayContaining(['attachment-executable']));
  });

  it('a thousand names and a long text do not cost a search each (5.2)', () => {
    const files = Array.from({ length: 1000 }, (_, at) => file(`name-${at}.pdf`));
    expect(codes(files, note('name-'.repeat(1_000_000)))).toEqual(['attachments-too-many']);
    expect(codes([file('a'), file('aa')], note('a'.repeat(5_000_000)))).toEqual([
      'attachment-not-named',
      'attachment-not-named',
    ]);
  });
});
