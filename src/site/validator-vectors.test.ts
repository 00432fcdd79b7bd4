import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../cli/fake-io.test-support.ts';
import { readVectors, VECTORS_FOLDER } from '../cli/vectors.ts';
import { filledMessage } from '../core/document/vector-fill.ts';
import type { Vector, Vectors } from '../core/document/vectors-page.ts';
import type { ResultJson } from '../core/report/json.ts';
import { describeInBrowser } from './browser.test-support.ts';
import type { Served } from './serve.ts';
import { openValidator, servedValidator } from './validator.test-support.ts';

/** Loads each vector by its name, as a person does, and gives the JSON report that the page then shows. */
const LOAD_ALL = `async names => {
  const byId = id => document.getElementById(id);
  const reports = [];
  byId('form').hidden = true; // nothing of it need be painted
  for (const name of names) {
    delete byId('result').dataset.file;
    const shown = new Promise(resolve => {
      const observer = new MutationObserver(() => {
        if (byId('result').dataset.file === undefined) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(byId('result'), { attributes: true });
    });
    byId('vector').value = name;
    byId('load').click();
    await shown;
    reports.push(byId('report-json').value);
  }
  return reports;
}`;

describeInBrowser('the validator on every test vector', browser => {
  let served: Served;
  let set: Vectors;
  beforeAll(async () => {
    served = await servedValidator();
    set = await readVectors();
  }, 60_000);
  afterAll(() => served.stop());

  it('gives byte for byte the JSON of the command line, but where the proof is DKIM', async () => {
    const { page, errors } = await openValidator(browser, served.url);
    const shown = (await page.evaluate(`(${LOAD_ALL})(${JSON.stringify(names(set))})`)) as string[];
    const different: string[] = [];
    for (const [at, vector] of set.vectors.entries()) {
      const expected = await commandLineJson(vector, set);
      if (vector.proof === 'dkim') expect(dkimSays(shown[at] ?? '')).toBe(true);
      else if (shown[at] !== expected) different.push(`${vector.file}\n${expected}\n${shown[at]}`);
    }
    expect(set.vectors.length).toBeGreaterThan(900);
    expect(different.slice(0, 3)).toEqual([]);
    expect(errors).toEqual([]);
  }, 240_000);
});

/** The name of each vector: its path, with a number from the second of one message on. */
function names({ vectors }: Vectors): string[] {
  const paths = vectors.map(one => one.file.replace('messages/', ''));
  return paths.map((path, at) => {
    const before = paths.slice(0, at).filter(one => one === path).length;
    return before === 0 ? path : `${path} (${before + 1})`;
  });
}

/** What `aimf judge --json` prints for a vector in the folder of the vectors. */
async function commandLineJson(vector: Vector, set: Vectors): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aimf-filled-'));
  try {
    const files = [...(vector.after ?? []), vector.file];
    const paths = files.map(file => ({ path: join(VECTORS_FOLDER, file), file }));
    if (vector.fill !== undefined) {
      const path = join(folder, basename(vector.file));
      await writeFile(path, filledMessage(await readFile(join(VECTORS_FOLDER, vector.file)), vector));
      paths.splice(-1, 1, { path, file: vector.file });
    }
    const how = [
      ...['--config', join(VECTORS_FOLDER, vector.config), '--at', vector.at ?? set.at],
      ...['--dns', join(VECTORS_FOLDER, set.dns), '--json'],
      ...(vector.proof === undefined ? [] : ['--proof', vector.proof]),
      ...(vector.as === undefined ? [] : ['--as', vector.as]),
      ...(vector.transport === 'folder' ? ['--transport', 'folder'] : []),
    ];
    const { out } = await run(['judge', ...paths.map(one => one.path), ...how], { env: set.env });
    return paths.reduce((text, { path, file }) => text.replaceAll(path, file), out);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Whether a report says that DKIM is not checkable, or refuses the mail without needing to check it. */
function dkimSays(json: string): boolean {
  const { results } = JSON.parse(json) as { results: ResultJson[] };
  const last = results.at(-1);
  const codes = last?.findings.map(one => one.code) ?? [];
  const held = last?.verdict === 'held' && codes.includes('sender-proof-unavailable');
  return held || (last?.verdict !== 'accepted' && !codes.includes('sender-proven'));
}
