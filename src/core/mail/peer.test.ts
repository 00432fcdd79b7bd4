import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { readMail } from './mail.ts';

const CRLF = '\r\n';

type Encoding = 'base64' | 'quoted-printable';
type NameForm = 'filename' | 'filename*' | 'sections' | 'word' | 'name' | 'name*';
type Sample = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly form: NameForm;
};

const percent = (text: string) =>
  [...new TextEncoder().encode(text)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);

function encode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'base64') return Buffer.from(bytes).toString('base64').replace(/.{76}/g, `$&${CRLF}`);
  const all = [...bytes].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return all.replace(/.{72}/g, `$&=${CRLF}`);
}

function fields({ name, form }: Sample): string[] {
  const type = 'Content-Type: application/octet-stream';
  const disposition = 'Content-Disposition: attachment';
  const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`;
  switch (form) {
    case 'filename':
      return [type, `${disposition}; filename=${quoted}`];
    case 'name':
      return [`${type}; name=${quoted}`, disposition];
    case 'word':
      return [type, `${disposition}; filename="=?utf-8?B?${Buffer.from(name).toString('base64')}?="`];
    case 'filename*':
      return [type, `${disposition}; filename*=utf-8''${percent(name).join('')}`];
    case 'name*':
      return [`${type}; name*=UTF-8'en'${percent(name).join('')}`, disposition];
    case 'sections': {
      const encoded = percent(name);
      const half = Math.ceil(encoded.length / 2);
      const [one, two] = [encoded.slice(0, half).join(''), encoded.slice(half).join('')];
      return [type, `${disposition};${CRLF} filename*1*=${two};${CRLF} filename*0*=utf-8''${one}`];
    }
  }
}

const name = fc
  .array(fc.constantFrom(..."abcXYZ019._- ()'é日ü%"), { minLength: 1, maxLength: 20 })
  .map(characters => characters.join('').trim())
  .filter(text => text !== '');
const sample: fc.Arbitrary<Sample> = fc.record({
  name,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  encoding: fc.constantFrom<Encoding>('base64', 'quoted-printable'),
  form: fc.constantFrom<NameForm>('filename', 'filename*', 'sections', 'word', 'name', 'name*'),
});
const line = fc
  .array(fc.constantFrom(...'ab:#>-= .é日'), { maxLength: 30 })
  .map(all => all.join('').trimEnd());

function mailOf(
  lines: readonly string[],
  encoding: '8bit' | Encoding,
  samples: readonly Sample[],
  nested: boolean,
): Uint8Array {
  const body = lines.join(CRLF);
  const text = [
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    encoding === '8bit' ? body : encode(new TextEncoder().encode(body), encoding),
  ];
  const first = nested
    ? ['Content-Type: multipart/alternative; boundary="in"', '', '--in', ...text, '--in--']
    : text;
  const files = samples.map(one => [
    ...fields(one),
    `Content-Transfer-Encoding: ${one.encoding}`,
    '',
    encode(one.bytes, one.encoding),
  ]);
  const header = [
    'From: Scott <scott@example.com>',
    'Subject: NOTE',
    'Content-Type: multipart/mixed; boundary="out"',
    '',
  ];
  const parts = [first, ...files].flatMap(part => ['--out', ...part]);
  return new TextEncoder().encode([...header, ...parts, '--out--', ''].join(CRLF));
}

describe('readMail and postal-mime', () => {
  it('read well-formed mail alike: text, files, names (2.3)', async () => {
    const encodings = fc.constantFrom<'8bit' | Encoding>('8bit', 'base64', 'quoted-printable');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        encodings,
        fc.array(sample, { maxLength: 4 }),
        fc.boolean(),
        async (lines, encoding, samples, nested) => {
          // A line that is a boundary is one for every reader
          fc.pre(!lines.some(one => /^--(in|out)/.test(one)));
          const bytes = mailOf(lines, encoding, samples, nested);
          const mail = readMail(bytes);
          const peer = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
          expect(mail.findings).toEqual([]);
          // It ends every line with LF and adds one at the end
          expect(mail.text?.replaceAll(CRLF, '\n').trimEnd()).toBe(
            (peer.text ?? '').replaceAll(CRLF, '\n').trimEnd(),
          );
          expect(mail.text).toBe(lines.join(CRLF));
          expect(mail.from.address).toBe(peer.from?.address);
          expect(mail.subject).toBe(peer.subject);
          expect(mail.files.map(file => file.names[0])).toEqual(
            samples.map(one => one.name.normalize('NFC')),
          );
          expect(peer.attachments.map(file => file.filename)).toEqual(samples.map(one => one.name));
          for (const [index, one] of samples.entries()) {
            expect(mail.files[index]?.bytes).toEqual(one.bytes);
            // It reads quoted-printable by lines, and gives a last line break that was never sent
            const peers = new Uint8Array(peer.attachments[index]?.content as ArrayBuffer);
            expect(peers.subarray(0, one.bytes.length)).toEqual(one.bytes);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('take a nested mail for a file alike (2.3)', async () => {
    const nested = ['From: Scott <scott@example.com>', '', 'format: AIMF/1'].join(CRLF);
    const lines = [
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'fyi',
      '--b',
      'Content-Type: message/rfc822',
      '',
      nested,
      '--b--',
    ];
    const bytes = new TextEncoder().encode(lines.join(CRLF));
    const peer = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
    expect(readMail(bytes).text).toBe(peer.text?.trimEnd());
    expect(peer.attachments.map(one => one.mimeType)).toEqual(
      readMail(bytes).files.map(one => one.mediaType),
    );
  });
});
