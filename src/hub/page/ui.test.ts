import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHub } from '../hub.test-support.ts';
import { WIRE_VERSION } from '../version.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await TestHub.start();
}, 60_000);
afterAll(() => hub.stop());

describe('GET /ui', () => {
  it('is one page with the version of its hub, whole in itself and small', async () => {
    const { status, text, headers } = await hub.call('GET', '/ui?desktop=1.2');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`UI_VERSION = "${WIRE_VERSION}"`);
    expect([...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(match => match[1]).sort()).toEqual([
      ...['docs', 'ui/icon.png', 'ui/icon.svg', 'ui/manifest.webmanifest'],
    ]);
    expect(gzipSync(text).length).toBeLessThan(40_000);
  });

  it('may run its own script and style alone, speak to its hub alone, and make no HTML of text', async () => {
    const { text, headers } = await hub.call('GET', '/ui');
    const policy = headers.get('content-security-policy') ?? '';
    const hash = (body: string) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`;
    const inside = (tag: string) => new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? '';
    expect(policy).toContain(`script-src ${hash(inside('script'))};`);
    expect(policy).toContain(`style-src ${hash(inside('style'))};`);
    for (const one of ["default-src 'none'", "connect-src 'self'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(one);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|randomUUID| on[a-z]+="/);
  });

  it('can be installed as an app', async () => {
    const manifest = JSON.parse((await hub.call('GET', '/ui/manifest.webmanifest')).text);
    expect(manifest).toMatchObject({ start_url: '/ui', display: 'standalone' });
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(`${hub.url}/ui/${src}`);
      expect(icon.headers.get('content-type')).toBe(type);
      expect((await icon.arrayBuffer()).byteLength).toBeGreaterThan(300);
    }
  });
});
