import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROPOSAL_CODES, type ProposalCode } from '../finding/proposal-codes.ts';
import { PROPOSAL_WORDING } from '../report/proposal-wording.ts';
import { proposalFinding } from './proposal-finding.ts';
import { proposalRemedy, proposalSentence } from './proposal-words.ts';

const codes = Object.keys(PROPOSAL_CODES) as ProposalCode[];
const spec = readFileSync(new URL('../../../spec/SPEC.md', import.meta.url), 'utf8');

describe('the wordings of proposals', () => {
  it('are those of the table of codes, no more and no fewer (8.3)', () => {
    expect(Object.keys(PROPOSAL_WORDING).sort()).toEqual([...codes].sort());
  });

  it.each(codes)('%s names a section, and fills one sentence and one remedy whole (8.3)', code => {
    expect(spec).toContain(`<a id="s${PROPOSAL_CODES[code].section}"></a>`);
    const { sentence, remedy } = PROPOSAL_WORDING[code];
    const names = [...`${sentence} ${remedy}`.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '');
    const full = proposalFinding(code, Object.fromEntries(names.map(name => [name, `<${name}>`])));
    for (const text of [proposalSentence(full), proposalRemedy(full)]) {
      expect(text).not.toMatch(/[{}[\]]|undefined/);
      expect(text).toMatch(/^[A-Z{<"]/);
      expect(text).not.toMatch(/[.:]$/);
    }
    for (const name of names)
      expect(`${proposalSentence(full)} ${proposalRemedy(full)}`).toContain(`<${name}>`);
  });

  it('are each given by some check (8.3)', () => {
    const folder = new URL('./', import.meta.url);
    const sources = readdirSync(folder)
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    expect(codes.filter(code => !sources.includes(`'${code}'`))).toEqual([]);
  });
});
