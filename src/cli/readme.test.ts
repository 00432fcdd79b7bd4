import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from './fake-io.test-support.ts';
import { projectPath } from './project-files.ts';
import { splitWords } from './run-program.ts';

const DOCUMENTS = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/monitor.md', 'docs/hub.md'],
  ...['spec/SPEC.md', 'spec/trial-prompt.md', 'spec/update-prompt.md', 'spec/CHANGELOG.md'],
];
const read = (path: string) => readFileSync(projectPath(path), 'utf8');
const readme = read('README.md');

/** The lines of the README that are set as code, without their indentation. */
const code = readme
  .split('\n')
  .filter(line => line.startsWith('    '))
  .map(line => line.slice(4));

/** The words behind `npx aimf` on each line that shows a command, its comment left out. */
const commands = code
  .filter(line => line.startsWith('npx aimf '))
  .map(line => splitWords(line.replace(/\s+#.*$/, '')) ?? [])
  .map(words => words.slice(2));

describe('README', () => {
  it('shows a report that the tour prints, line by line (6.3)', async () => {
    const { out } = await run(['tour']);
    const printed = new Set(out.split('\n').map(line => line.trim()));
    const shown = code.slice(code.findIndex(line => line.startsWith('✓')));
    const picture = shown.slice(
      0,
      shown.findIndex(line => line.startsWith('npx ')),
    );
    expect(picture.length).toBeGreaterThan(10);
    expect(picture.filter(line => !printed.has(line.trim()))).toEqual([]);
  });

  it.each(commands)('shows a command that there is: %s %s', async (...words: string[]) => {
    const [first = '', second = ''] = words;
    const groups = [
      'party',
      'registry',
      'posting',
      'proposal',
      'access',
      'agreement',
      'monitor',
      'site',
      'hub',
    ];
    const name = groups.includes(first) || second === 'record' ? [first, second] : [first];
    const { code: exit, out } = await run([...name, '--help']);
    expect(exit).toBe(0);
    for (const option of words.filter(word => word.startsWith('--'))) expect(out).toContain(option);
  });
});

describe('documents', () => {
  it.each(DOCUMENTS)('%s links to files and anchors that are there', document => {
    const text = read(document);
    const folder = document.includes('/') ? document.slice(0, document.lastIndexOf('/') + 1) : '';
    const targets = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(match => match[1] ?? '');
    const missing = targets.filter(target => {
      const [path = '', anchor] = target.split('#');
      if (path !== '') return !existsSync(projectPath(`${folder}${path}`));
      return !text.includes(`<a id="${anchor}"></a>`);
    });
    expect(missing).toEqual([]);
  });

  it('AGENTS.md is a map under 100 lines', () => {
    expect(read('AGENTS.md').split('\n').length).toBeLessThan(100);
  });
});
