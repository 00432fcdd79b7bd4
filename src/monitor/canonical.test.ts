import { describe, expect, it } from 'vitest';
import { addressesAt, readCanonical } from './canonical.ts';

/** A web of a few documents; anything else is not found, and a number is the status to answer with. */
const web = (documents: Readonly<Record<string, string | number>>) =>
  (async address => {
    const found = documents[String(address)];
    if (found === undefined) return new Response('no', { status: 404 });
    return typeof found === 'number' ? new Response('', { status: found }) : new Response(found);
  }) as typeof fetch;
const PROTOCOL =
  'version: v1.11\nposted: 2027-01-02\nnormative: v1.10\neffective: 2026-12-07\nprevious: v1.9\n';

describe('the canonical documents', () => {
  it.each([
    ['version.json', '{"version":"v1.11","effective":"2027-01-09"}', '2027-01-09'],
    ['version.json', '{"spec":"v1.11","date":"2027-01-02"}', null],
    ['registry/protocol.yml', PROTOCOL, '2027-01-02'],
    ['spec/SPEC.md', '# AIMF\n\nVersion: v1.11 (posted 2027-01-02, effective 2027-01-09)\n', '2027-01-09'],
    ['SPEC.md', 'Version: v1.11 (posted 2027-01-02, effective 2027-01-09)\n', '2027-01-09'],
  ])('say their version in %s (9.1)', async (path, text, effective) => {
    const location = 'https://example.org/aimf';
    const seen = await readCanonical(location, web({ [`${location}/${path}`]: text }));
    expect(seen).toEqual({ location, version: 'v1.11', effective });
  });

  it('a repository is read raw, a file as it is (9.1)', () => {
    expect(addressesAt('https://github.com/a/b')[1]).toBe(
      'https://raw.githubusercontent.com/a/b/main/registry/protocol.yml',
    );
    expect(addressesAt('https://example.org/SPEC.md')).toEqual(['https://example.org/SPEC.md']);
  });

  it.each([
    ['no address of the web', 'the shared folder', {}],
    ['no https address', 'http://example.org/', {}],
    ['No document there says a version', 'https://example.org/', {}],
    ['answers with status 503', 'https://example.org/', { 'https://example.org/version.json': 503 }],
    ['says no version', 'https://example.org/', { 'https://example.org/SPEC.md': 'Version: soon' }],
  ])('%s: it cannot be read, and says why (9.1)', async (why, location, documents) => {
    expect(await readCanonical(location, web(documents))).toMatchObject({
      location,
      error: expect.stringContaining(why),
    });
  });

  it('a host that is not there is told in words (9.1)', async () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    const fetcher = (() => Promise.reject(new TypeError('fetch failed', { cause: refused }))) as typeof fetch;
    expect(await readCanonical('https://example.org/', fetcher)).toMatchObject({
      error: 'It cannot be reached (the connection was refused)',
    });
  });

  it('an endless document is not read to its end (9.1)', async () => {
    const endless = new ReadableStream({
      pull: controller => controller.enqueue(new TextEncoder().encode('x'.repeat(65_536))),
    });
    const fetcher = (async () => new Response(endless)) as unknown as typeof fetch;
    expect(await readCanonical('https://example.org/version.json', fetcher)).toMatchObject({
      error: expect.stringContaining('says no version'),
    });
  });
});
