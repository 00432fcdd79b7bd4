import { afterEach, describe, expect, it } from 'vitest';
import { smokeFaults } from '../../.github/scripts/smoke.ts';
import { type Served, serveSite } from '../site/serve.ts';

const PAGE =
  '<link rel="stylesheet" href="../assets/a.css"><script src="../assets/b.js"></script> nothing may connect';
const GOOD: Readonly<Record<string, string>> = {
  'index.html': '<p>Version: v1.10 (posted …)</p>',
  'spec.html': 'v1.10',
  'spec.md': 'v1.10',
  'spec.txt': 'v1.10',
  'version.json': '{"version": "v1.10"}',
  '.well-known/aimf.json': '{"version": "v1.10"}',
  'schema/envelope.json': '{}',
  'llms.txt': 'v1.10',
  'validator/index.html': PAGE,
  'assets/a.css': '',
  'assets/b.js': '',
  '404.html': 'There is no such page',
};

let served: Served;
afterEach(() => served.stop());

async function faults(change: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const files = Object.entries({ ...GOOD, ...change }).flatMap(([path, content]) =>
    content === null ? [] : [{ path, content }],
  );
  served = await serveSite(files, '/b/', 0);
  return (await smokeFaults(served.url, 'v1.10')).map(one => one.replaceAll(served.url, ''));
}

describe('the smoke test of the live site', () => {
  it('finds nothing where all is well', async () => {
    expect(await faults({})).toEqual([]);
  });

  it.each([
    ['index.html', '<p>Version: v1.9 (posted …)</p>', ' does not say "Version: v1.10"'],
    ['index.html', '<p>Version: v1.100 (posted …)</p>', ' does not say "Version: v1.10"'],
    ['.well-known/aimf.json', null, '.well-known/aimf.json answers 404 and not 200'],
    ['spec.md', null, 'spec.md answers 404 and not 200'],
    ['404.html', null, 'no/such/page is text/plain; charset=utf-8'],
    ['assets/b.js', null, 'assets/b.js answers 404 and not 200'],
    ['validator/index.html', 'connect', 'validator/ names no style and no script'],
  ])('finds %s as %j', async (path, content, fault) => {
    expect(await faults({ [path]: content })).toEqual([fault]);
  });

  it('says so where nobody answers', async () => {
    served = await serveSite([], '/', 0);
    await served.stop();
    expect((await smokeFaults(served.url, 'v1.10'))[0]).toContain('cannot be read');
  });
});
