import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CODES, type Code } from '../finding/codes.ts';
import { type Vector, type Vectors, vectorsPage, vectorsSchema } from './vectors-page.ts';

const folder = new URL('../../../test-vectors/', import.meta.url);
const set = vectorsSchema.parse(JSON.parse(readFileSync(new URL('vectors.json', folder), 'utf8')));
const codes = Object.keys(CODES) as Code[];

const NOTE: Vector = {
  file: 'messages/text/note.md',
  transport: 'chat',
  as: 'scott@example.com',
  config: 'config/main/aimf.yml',
  expect: { verdict: ['accepted'], gate: null },
  codes: ['sender-proven', 'purpose-by-person'],
  why: 'A plain | case with <b>*stars*</b>',
};

function setOf(...vectors: Vector[]): Vectors {
  return { version: 'v1.10', at: '2026-10-26T21:30:00Z', dns: 'dns.json', env: {}, vectors };
}

describe('vectors and codes (7.3)', () => {
  test.each(codes)('the code %s stands in at least one vector', code => {
    expect(set.vectors.some(one => one.codes.includes(code))).toBe(true);
  });

  test('a vector with an unknown code, verdict or field does not parse', () => {
    for (const wrong of [
      { codes: ['no-such-code'] },
      { expect: { verdict: ['fine'], gate: null } },
      { expect: { verdict: [], gate: null } },
      { colour: 'blue' },
      { file: '../../etc/passwd and more' },
    ]) {
      expect(vectorsSchema.safeParse(setOf({ ...NOTE, ...wrong } as Vector)).success).toBe(false);
    }
  });

  test('no two vectors are the same', () => {
    const keys = set.vectors.map(({ file, after, at, config, proof }) =>
      JSON.stringify([file, after, at, config, proof]),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('every message file is used by a vector or named by a message', () => {
    const used = new Set(set.vectors.flatMap(one => [one.file, ...(one.after ?? [])]));
    const files = readdirSync(new URL('messages/', folder), { recursive: true, withFileTypes: true })
      .filter(one => one.isFile())
      .map(
        one => `messages/${one.parentPath.replaceAll('\\', '/').replace(/.*\/messages\//, '')}/${one.name}`,
      );
    expect(files.filter(file => !used.has(file)).sort()).toEqual([
      'messages/folder/notes.txt',
      'messages/folder/planting-plan.pdf',
    ]);
  });
});

describe('vectorsPage (7.3)', () => {
  test('the page in test-vectors/ is the generated one', () => {
    expect(readFileSync(new URL('README.md', folder), 'utf8')).toBe(vectorsPage(set));
  });

  test('says the version, and that the code word is no secret', () => {
    const page = vectorsPage(setOf(NOTE));
    expect(page).toContain('1 sample messages of AIMF v1.10');
    expect(page).toContain('**The code word in `env` is no secret.**');
  });

  test('shows a vector under its theme with file, verdict, gate, codes and reason', () => {
    const page = vectorsPage(setOf({ ...NOTE, after: ['messages/text/first.md'] }));
    expect(page).toContain('### Shape, blocks and characters (sections 3.1 and 3.2)');
    expect(page).toContain(
      '| [note.md](messages/text/note.md) after first.md | accepted | - | `purpose-by-person` `sender-proven` | A plain \\| case with \\<b\\>\\*stars\\*\\</b\\> |',
    );
  });

  test('a theme without a title is shown last under its folder name', () => {
    const page = vectorsPage(setOf({ ...NOTE, file: 'messages/odd/x.md' }, NOTE));
    expect(page.indexOf('### odd')).toBeGreaterThan(page.indexOf('### Shape'));
  });

  test('lists every code, and says how many messages it does not link', () => {
    const many = Array.from({ length: 8 }, (_, at) => ({ ...NOTE, file: `messages/text/${at}.md` }));
    const page = vectorsPage(setOf(...many));
    for (const code of codes) expect(page).toContain(`\n| \`${code}\` | ${CODES[code].level} |`);
    expect(page).toContain('[5.md](messages/text/5.md) and 2 more |');
  });
});
