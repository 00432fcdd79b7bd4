import { describe, expect, it } from 'vitest';
import { updatePrompt } from './update-prompt.ts';

const SHOWN = { version: 'v1.11', posted: '2026-12-10', effective: '2026-12-17' };

describe('updatePrompt', () => {
  it('is made of a version, two dates and addresses on one host (9.3)', () => {
    const other = updatePrompt({ version: 'v2.0', posted: '2028-01-31', effective: '2028-02-07' });
    const text = updatePrompt(SHOWN);
    expect(
      text
        .replaceAll('v1.11', 'v2.0')
        .replaceAll('2026-12-10', '2028-01-31')
        .replaceAll('2026-12-17', '2028-02-07'),
    ).toBe(other);
    const hosts = [...text.matchAll(/https?:\/\/([^/\s]+)\/(\S+)/g)];
    expect(hosts.length).toBe(4);
    for (const [, host, path] of hosts) {
      expect(host).toBe('raw.githubusercontent.com');
      expect(path?.startsWith('andrewdhorowitz/aimf-protocol/main/')).toBe(true);
    }
  });

  it('has its version line once, no commit and nothing invisible (9.3)', () => {
    const text = updatePrompt(SHOWN);
    expect(text.match(/^Version: v1\.11 \(posted 2026-12-10, effective 2026-12-17\)$/gm)).toHaveLength(1);
    expect(text).not.toMatch(/\b[0-9a-f]{7,40}\b/);
    expect(text).toMatch(/^[\n -~]*$/);
    expect(text.endsWith('did.\n')).toBe(true);
  });

  it('points to the documents where another repository keeps them, and to none it has not (9.3)', () => {
    const text = updatePrompt(
      SHOWN,
      { repository: 'a/b', branch: 'trunk' },
      new Map([
        ['update-prompt', 'update-prompt.md'],
        ['spec', 'SPEC.md'],
        ['registry', 'registry.json'],
      ]),
    );
    expect([...text.matchAll(/https:\S+/g)].map(([one]) => one)).toEqual([
      'https://raw.githubusercontent.com/a/b/trunk/update-prompt.md',
      'https://raw.githubusercontent.com/a/b/trunk/SPEC.md',
      'https://raw.githubusercontent.com/a/b/trunk/registry.json',
    ]);
  });
});
