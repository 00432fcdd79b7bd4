import { describe, expect, it } from 'vitest';
import { readRegistry } from '../registry/registry.ts';
import { agreementsOf, registryJson, registryReadme } from './registry-page.ts';

const SHOWN = { version: 'v1.11', posted: '2026-12-10', effective: '2026-12-17' };
const agreement = (id: string, purpose = 'Share notes') => ({
  path: `agreements/${id}.yml`,
  text: `agreement: ${id}\nversion: 1\nstatus: active\nparties: [andrew, dana]\npurpose: ${purpose}\nlevel: 1\nallowed_types: [NOTE]\ntransport: email\nexpires: 2027-09-30\n`,
});
const registry = readRegistry([
  agreement('AGR-2', '"Notes | and <b>more</b>"'),
  agreement('AGR-1'),
  { path: 'agreements/AGR-3.yml', text: 'agreement: [\n' },
  { path: 'capabilities/zoe.yml', text: 'party: zoe\n' },
  { path: 'capabilities/dana.yml', text: 'party: dana\noffers: [NOTE]\n' },
]);

describe('registryJson', () => {
  it('holds the version, its dates, and all records in order (8.2)', () => {
    const json = JSON.parse(registryJson(registry, SHOWN));
    expect(Object.keys(json)).toEqual([
      'version',
      'posted',
      'effective',
      'protocol',
      'agreements',
      'capabilities',
    ]);
    expect(json).toMatchObject({ ...SHOWN, protocol: null });
    expect(json.agreements.map((one: { agreement: string }) => one.agreement)).toEqual(['AGR-1', 'AGR-2']);
    expect(json.capabilities.map((one: { party: string }) => one.party)).toEqual(['dana', 'zoe']);
  });

  it('does not depend on the order of the files (8.2)', () => {
    const files = [agreement('AGR-1'), agreement('AGR-2')];
    expect(registryJson(readRegistry(files), SHOWN)).toBe(
      registryJson(readRegistry(files.toReversed()), SHOWN),
    );
  });
});

describe('registryReadme', () => {
  it('has a row for each agreement, and no text breaks out of its cell (8.2)', () => {
    const text = registryReadme(registry, SHOWN);
    const rows = text.split('\n').filter(row => row.startsWith('| [AGR'));
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(10);
    expect(text).toContain('as of v1.11 (posted 2026-12-10)');
    expect(text).toContain('Notes \\| and \\<b\\>more\\</b\\>');
  });

  it('leaves out what cannot be read (8.2)', () => {
    expect(agreementsOf(registry).map(one => one.agreement)).toEqual(['AGR-1', 'AGR-2']);
  });
});
