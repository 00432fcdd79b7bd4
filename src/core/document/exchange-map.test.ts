import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GATES } from '../finding/codes.ts';
import { exchangeMap, GATE_STORY, UPDATE_LOOP } from './exchange-map.ts';
import { vectorsSchema } from './vectors-page.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const alone = exchangeMap({ alone: true });
const inPage = exchangeMap({ alone: false });
const texts = [...inPage.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);

describe('exchangeMap', () => {
  it('shows the gates in their order, and under each where a message can stop, as the vectors have it (6.1 to 6.6)', () => {
    expect(texts.filter(text => /^\d (?:allowlist|schema|type|agreement)$/.test(text))).toEqual(
      GATES.map((gate, at) => `${at + 1} ${gate}`),
    );
    const { vectors } = vectorsSchema.parse(JSON.parse(read('test-vectors/vectors.json')));
    for (const gate of GATES) {
      const shown = vectors.filter(one => one.expect.gate === gate).flatMap(one => one.expect.verdict);
      expect([gate, ...GATE_STORY[gate].stops]).toEqual([gate, ...[...new Set(shown)].sort()]);
    }
  });

  it('shows the loop of an update in its order (9.2, 9.3, 9.5)', () => {
    const steps = UPDATE_LOOP.map(({ title }, at) => `${at + 1} ${title}`);
    expect(texts.filter(text => steps.includes(text))).toEqual(steps);
  });

  it('says in words what it shows, for those who do not see it', () => {
    expect(inPage).toMatch(/role="img" aria-labelledby="map-title map-description"/);
    expect(inPage).toMatch(/<title id="map-title">\S/);
    expect(/<desc id="map-description">([^<]*)</.exec(inPage)?.[1]).toContain(GATES.join(', '));
  });

  it('has no text that runs over the edge', () => {
    const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(inPage) ?? [];
    for (const [, x, y, anchor, text = ''] of inPage.matchAll(
      /<text [^>]*x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]*)</g,
    )) {
      const wide = text.length * 8;
      const left = Number(x) - (anchor === 'middle' ? wide / 2 : 0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + wide).toBeLessThanOrEqual(Number(width));
      expect(Number(y)).toBeLessThan(Number(height));
    }
  });

  it('alone brings its colours for both themes; inside a page it takes the page’s', () => {
    expect(alone).toContain('@media (prefers-color-scheme:dark)');
    expect(alone).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(inPage).not.toContain('<style');
    expect(read('site/exchange-map.svg')).toBe(alone);
  });
});
