import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { POSTING_CODES, type PostingCode } from '../finding/posting-codes.ts';
import { POSTING_WORDING } from '../report/posting-wording.ts';
import { undecidable } from './decide.ts';
import { postingExit, postingJson, postingJsonSchema, postingSentence, postingText } from './report.ts';
import { BASE, COMPLETE, decide, EDITED, edit } from './small-repository.test-support.ts';

describe('the wordings of the posting check', () => {
  it('are equal to the codes in both directions (9.2)', () => {
    expect(Object.keys(POSTING_WORDING)).toEqual(Object.keys(POSTING_CODES));
  });

  it.each(Object.entries(POSTING_CODES))('%s stands in a section that there is (9.2)', (_, { section }) => {
    const spec = readFileSync(new URL('../../../spec/SPEC.md', import.meta.url), 'utf8');
    expect(spec).toContain(`<a id="s${section}"></a>`);
  });

  it.each(Object.entries(POSTING_WORDING))(
    '%s is a sentence with a remedy (9.2)',
    (_, { sentence, remedy }) => {
      expect(sentence).toMatch(/^[A-Z{]/);
      expect(remedy).toMatch(/^[A-Z]/);
      expect(`${sentence}${remedy}`).not.toMatch(/\.$/);
    },
  );

  it('say the values that a finding carries (9.2)', () => {
    const head = edit(
      edit(COMPLETE, 'spec/SPEC.md', text => `${text}\nTBD, a@home.net\n`),
      'registry/agreements/AGR-1.yml',
      null,
    );
    for (const finding of [...decide(head).findings, ...decide(EDITED).findings]) {
      expect(postingSentence(finding)).not.toMatch(/\{\w+\}|undefined/);
    }
  });
});

describe('postingJson', () => {
  it.each([
    ['none', decide(BASE), 0],
    ['complete', decide(COMPLETE), 0],
    ['partial', decide(EDITED), 1],
    ['undecidable', undecidable('manifest-missing', { path: '.github/posting.yml' }), 2],
  ] as const)('%s has the public form and its exit code (9.2)', (verdict, decision, exit) => {
    const json = postingJson(decision);
    expect(postingJsonSchema.parse(json)).toEqual(json);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(Object.keys(json)).toEqual(['aimf', 'verdict', 'version', 'surfaces', 'findings']);
    expect(json).toMatchObject({ aimf: 1, verdict });
    expect(postingExit(decision)).toBe(exit);
  });

  it('gives each finding its place, or null (9.2)', () => {
    const [first] = postingJson(decide(EDITED)).findings;
    expect(first).toEqual({
      code: 'surface-unchanged' satisfies PostingCode,
      level: 'error',
      message: 'The surface trial-prompt did not change with the others',
      remedy: 'Run "aimf posting prepare" and commit what it writes to spec/trial-prompt.md',
      file: 'spec/trial-prompt.md',
      line: null,
    });
  });
});

describe('postingText', () => {
  it('says what is missing and what to do (9.2)', () => {
    const head = edit(COMPLETE, 'spec/SPEC.md', text => text.replace('Version: v1.11', 'Version: v1.10'));
    expect(postingText(decide(head))).toMatchInlineSnapshot(`
      "A partial posting: it does not count until every surface changes with it

        ✓ changed    spec           v1.10       spec/SPEC.md
        ✓ changed    trial-prompt   v1.11       spec/trial-prompt.md
        ✓ changed    changelog      v1.11       spec/CHANGELOG.md
        ✓ changed    update-prompt  v1.11       spec/update-prompt.md
        ✓ changed    site           v1.11       site/index.html
        ✓ changed    registry       v1.11       registry/
        ✓ changed    test-vectors   v1.11       test-vectors/

        error spec/SPEC.md:3: This surface says v1.10, and the posting is v1.11 [version-differs]
              → Run "aimf posting prepare", or write v1.11 here
        error spec/SPEC.md:3: This place says v1.10, and the posting is v1.11 [version-undeclared]
              → Write it without a version, say v1.11, or mark it as history ("since v1.10", or in backquotes)
      "
    `);
  });

  it('is one line where there is no posting (9.2)', () => {
    expect(postingText(decide(BASE))).toBe('No posting: no public surface changed\n');
    expect(postingText(decide(COMPLETE)).split('\n')[0]).toBe('A complete posting of v1.11, after v1.10');
    expect(postingText(decide(COMPLETE, new Map())).split('\n')[0]).toBe('A complete posting of v1.11');
  });

  it('lets no character of a file drive the terminal (9.2)', () => {
    const head = edit(COMPLETE, 'registry/agreements/\u001b[31m.yml', 'agreement: \u001b]0;x\u0007\n');
    const text = postingText(decide(head));
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
