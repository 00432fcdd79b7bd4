import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleAction } from '../../scripts/bundle.ts';
import { projectPath } from '../cli/project-files.ts';

const folder = projectPath('dist/action');

/** The bytes of a file of the bundle with all that it loads at once; what is loaded on demand does not count. */
function loadedBytes(name: string, seen: Set<string> = new Set()): number {
  if (seen.has(name)) return 0;
  seen.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const imported = [...text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)].map(match => match[1] ?? '');
  return imported.reduce((sum, one) => sum + loadedBytes(one, seen), Buffer.byteLength(text));
}

describe('dist/action', () => {
  it('is what the sources give: "npm run bundle" writes it', async () => {
    const made = await bundleAction();
    expect(readdirSync(folder).sort()).toEqual([...made.keys()].sort());
    const stale = [...made].filter(([name, text]) => readFileSync(join(folder, name), 'utf8') !== text);
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  it('is under 0.5 MB for a check, and under 1 MB for one that verifies signatures too (DESIGN 8)', () => {
    expect(loadedBytes('index.js')).toBeLessThan(0.5e6);
    const verifier = readdirSync(folder).find(name => /^dkim-library-.*\.js$/.test(name)) ?? '';
    expect(loadedBytes('index.js') + loadedBytes(verifier)).toBeLessThan(1e6);
  });

  it('is under 0.7 MB for a run of the App, of which a check loads nothing', () => {
    const app = readdirSync(folder).find(name => /^app-.*\.js$/.test(name)) ?? '';
    const seen = new Set<string>();
    const check = loadedBytes('index.js', seen);
    expect(seen.has(app)).toBe(false);
    expect(check + loadedBytes(app, seen)).toBeLessThan(0.7e6);
  });

  it('names no place of the machine that made it', () => {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text.includes(projectPath('')), name).toBe(false);
    }
  });
});

describe('action.yml', () => {
  it('runs the bundle on Node 24, and says what each input and output is', () => {
    const { runs, inputs, outputs } = parse(readFileSync(projectPath('action.yml'), 'utf8'));
    expect(runs).toEqual({ using: 'node24', main: 'dist/action/index.js' });
    expect(Object.keys(inputs)).toEqual([
      ...['command', 'base', 'head', 'config', 'token', 'app-id', 'private-key', 'app-slug', 'comment'],
    ]);
    expect(Object.keys(outputs)).toEqual(['verdict', 'version', 'findings']);
  });
});
