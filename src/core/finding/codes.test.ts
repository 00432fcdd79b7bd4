import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODES, type Code, GATES, gateOf } from './codes.ts';
import { finding, hasError } from './finding.ts';

const spec = readFileSync(new URL('../../../spec/SPEC.md', import.meta.url), 'utf8');
const codes = Object.keys(CODES) as Code[];

describe('codes', () => {
  it.each(codes)('%s names a section of the specification, and a gate or none', code => {
    const { section, gate, level } = CODES[code];
    expect(spec).toContain(`<a id="s${section}"></a>`);
    expect([...GATES, null]).toContain(gate);
    expect(['error', 'flag', 'note']).toContain(level);
    expect(code).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it('the gates stand in the order in which a message meets them (6)', () => {
    expect(GATES).toEqual(['allowlist', 'schema', 'type', 'agreement']);
    const order = codes.map(code => gateOf(code)).map(gate => (gate === null ? -1 : GATES.indexOf(gate)));
    expect(order).toEqual([...order].sort((one, other) => one - other));
  });

  it('nothing that is about the message as a whole stops it (6)', () => {
    expect(codes.filter(code => gateOf(code) === null && CODES[code].level === 'error')).toEqual([]);
  });

  it('a finding takes its level from the table (6.3)', () => {
    expect(finding('yaml-tab', {}, { line: 3 })).toEqual({
      code: 'yaml-tab',
      args: {},
      place: { line: 3 },
      level: 'error',
    });
    expect(hasError([finding('sent-old'), finding('duplicate-changed')])).toBe(false);
    expect(hasError([finding('sent-old'), finding('sent-ahead')])).toBe(true);
  });
});
