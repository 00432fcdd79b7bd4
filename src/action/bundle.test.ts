import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleAction } from '../../scripts/bundle.ts';
import { projectPath } from '../cli/project-files.ts';

const folder = projectPath('dist/action');

describe('dist/action', () => {
  it('is what the sources give: "npm run bundle" writes it', async () => {
    const made = await bundleAction();
    expect(readdirSync(folder).sort()).toEqual([...made.keys()].sort());
    const stale = [...made].filter(([name, text]) => readFileSync(join(folder, name), 'utf8') !== text);
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  it('is under 1 MB for a check that verifies signatures too, and under 0.5 MB for any other (DESIGN 8)', () => {
    const sizes = readdirSync(folder)
      .filter(name => name.endsWith('.js') && !name.startsWith('comment-'))
      .map(name => [name, readFileSync(join(folder, name)).length] as const);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(1e6);
    expect(Object.fromEntries(sizes)['index.js']).toBeLessThan(0.5e6);
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
    expect(Object.keys(inputs)).toEqual(['command', 'base', 'head', 'config', 'token', 'comment']);
    expect(Object.keys(outputs)).toEqual(['verdict', 'version', 'findings']);
  });
});
