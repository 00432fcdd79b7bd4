import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { run } from '../../cli/fake-io.test-support.ts';
import { projectPath } from '../../cli/project-files.ts';
import { readMail } from '../mail/mail.ts';
import { blockFindings, cutBlocks } from '../message/block.ts';
import { decodeText } from '../message/decode.ts';
import { isMessageType } from '../message/type.ts';
import { readBlock, readYamlFile } from '../message/yaml.ts';
import { PUBLISHED, schemaFiles } from './schemas.ts';
import { type Vectors, vectorsSchema } from './vectors-page.ts';

const ajv = new Ajv2020({ strict: true, allErrors: false, validateFormats: false, allowUnionTypes: true });
const emitted = new Map([...schemaFiles()].map(([file, text]) => [file, ajv.compile(JSON.parse(text))]));
const set: Vectors = vectorsSchema.parse(
  JSON.parse(readFileSync(projectPath('test-vectors/vectors.json'), 'utf8')),
);

/** Both readings of one value: by zod, and by ajv on the schema that was emitted from it. */
function verdicts(file: string, value: unknown): { zod: boolean; ajv: boolean } {
  const published = PUBLISHED.get(file);
  const validate = emitted.get(file);
  if (published === undefined || validate === undefined) throw new Error(`There is no schema ${file}`);
  return { zod: z.safeParse(published.schema, value).success, ajv: validate(value) };
}

function expectAgreement(file: string, value: unknown): boolean {
  const { zod, ajv: other } = verdicts(file, value);
  expect({ file, value, valid: other }).toEqual({ file, value, valid: zod });
  return zod;
}

/** The blocks of a vector's message as raw values, whatever is wrong with them. */
function blocksOf(
  file: string,
): { envelope: Record<string, unknown>; fields: Record<string, unknown> } | null {
  const bytes = readFileSync(projectPath(`test-vectors/${file}`));
  const text = file.endsWith('.eml') ? readMail(bytes).text : decodeText(bytes).text;
  if (text === null) return null;
  const cut = cutBlocks(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  const values = (block: typeof cut.typeBlock, oneLine: boolean) =>
    block === null || blockFindings(block).some(one => one.code === 'block-too-large')
      ? {}
      : Object.fromEntries([...readBlock(block, oneLine).values].map(([key, { given }]) => [key, given]));
  return { envelope: values(cut.envelope, true), fields: values(cut.typeBlock, false) };
}

describe('the emitted JSON Schemas', () => {
  test('say the same as zod on every vector (3.4, 4)', () => {
    const seen = { valid: 0, invalid: 0 };
    for (const { file } of set.vectors) {
      const blocks = blocksOf(file);
      if (blocks === null) continue;
      const { envelope, fields } = blocks;
      seen[expectAgreement('envelope.json', envelope) ? 'valid' : 'invalid']++;
      const type = typeof envelope.type === 'string' && isMessageType(envelope.type) ? envelope.type : 'NOTE';
      seen[
        expectAgreement(`${type.toLowerCase().replaceAll('_', '-')}.json`, fields) ? 'valid' : 'invalid'
      ]++;
    }
    expect(seen.valid).toBeGreaterThan(100);
    expect(seen.invalid).toBeGreaterThan(100);
  });

  test('say the same as zod on every record and private file of the vectors (8.2, 9.4)', async () => {
    const { readdirSync } = await import('node:fs');
    const root = projectPath('test-vectors/config');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(file =>
      /\.ya?ml$/.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const kind = /agreements\//.test(file)
        ? 'agreement'
        : /capabilities\//.test(file)
          ? 'capability'
          : 'receiver';
      const { value, fault } = readYamlFile(readFileSync(`${root}/${file}`, 'utf8'));
      if (fault === null)
        expectAgreement(/protocol\.yml$/.test(file) ? 'protocol.json' : `${kind}.json`, value);
    }
  });

  test('describe what aimf judge --json prints (6.6)', async () => {
    const files = ['01-note.eml', '03-forged.eml', '06-disguised.eml', 'none.eml'].map(name =>
      projectPath(`samples/inbox/${name}`),
    );
    const { out } = await run(['judge', ...files, '--config', projectPath('samples/aimf.yml'), '--json']);
    expect(expectAgreement('judge.json', JSON.parse(out))).toBe(true);
  });
});
