import { readFileSync } from 'node:fs';
import { lint } from 'markdownlint/promise';
import { expect, test } from 'vitest';
import { projectPath } from './cli/project-files.ts';

/** Lines are wrapped for reading raw and tables are not; anchors by section need inline HTML; prompts are pasted, so links stand bare. */
const CONFIG = {
  default: true,
  MD013: false,
  MD033: { allowed_elements: ['a'] },
  MD024: { siblings_only: true },
  MD034: false,
  MD038: false,
  MD040: false,
  MD046: false,
  MD060: false,
};

const DOCUMENTS = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/monitor.md', 'docs/hub.md'],
  ...['spec/SPEC.md', 'spec/trial-prompt.md', 'spec/update-prompt.md', 'spec/CHANGELOG.md'],
  ...['registry/README.md', 'test-vectors/README.md'],
];

test.each(DOCUMENTS)('%s is well-formed Markdown', async document => {
  const results = await lint({
    strings: { [document]: readFileSync(projectPath(document), 'utf8') },
    config: CONFIG,
  });
  const faults = (results[document] ?? []).map(
    one => `${one.lineNumber}: ${one.ruleNames[0]} ${one.ruleDescription} ${one.errorDetail ?? ''}`,
  );
  expect(faults).toEqual([]);
});

test('the map for agents is under 100 lines', () => {
  expect(readFileSync(projectPath('AGENTS.md'), 'utf8').split('\n').length).toBeLessThan(100);
});

test('the specification has one anchor for each of its sections, and every link to a section leads somewhere', () => {
  const text = readFileSync(projectPath('spec/SPEC.md'), 'utf8');
  const anchors = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
  expect(links.filter(id => !anchors.includes(id))).toEqual([]);
});
