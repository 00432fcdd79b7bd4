import * as z from 'zod/mini';
import type { Agreement } from '../../core/agreement/agreement.ts';
import type { Vector } from '../../core/document/vectors-page.ts';
import { type Answer, foreign, own } from '../answer.ts';
import { MCP_BOUNDS } from '../bounds.ts';
import { bounded, text } from '../field.ts';
import { Refused } from '../hub/refused.ts';
import { type Tool, tool } from '../tool.ts';
import { DOCUMENTS, type DocumentName, type Library, sectionNamed, sectionsOf } from './library.ts';

/** The tools that read: the documents, the registry and the test vectors. */
export function readingTools(library: Library): readonly Tool[] {
  return [
    tool({
      name: 'aimf_read_spec',
      description:
        'Read the AIMF specification or another canonical document: one section, or without section the list of its sections.',
      input: z.strictObject({
        document: z._default(z.enum(Object.keys(DOCUMENTS) as [DocumentName, ...DocumentName[]]), 'spec'),
        section: z.optional(text(1, 100, 'A number such as 4.3, a word of its title, or "all"')),
      }),
      readOnly: true,
      idempotent: true,
      run: ({ document, section }) => readDocument(library, document, section),
    }),
    tool({
      name: 'aimf_read_registry',
      description:
        'Read the public registry: the protocol versions and all agreements, or one agreement whole.',
      input: z.strictObject({ agreement: z.optional(text(1, 64)) }),
      readOnly: true,
      idempotent: true,
      run: ({ agreement }) => readRegistry(library, agreement),
    }),
    tool({
      name: 'aimf_list_vectors',
      description: 'List the conformance test vectors: file, expected verdict, and why.',
      input: z.strictObject({
        query: z.optional(text(1, 100, 'Part of file, code or why')),
        limit: bounded(1, 200, MCP_BOUNDS.vectorPage),
        offset: z._default(z.int().check(z.gte(0)), 0),
      }),
      readOnly: true,
      idempotent: true,
      run: ({ query, limit, offset }) => listVectors(library, query ?? '', limit, offset),
    }),
    tool({
      name: 'aimf_read_vector',
      description: 'Read one test vector whole: the message, how it arrives, and the expected result.',
      input: z.strictObject({ file: text(1, 200) }),
      readOnly: true,
      idempotent: true,
      run: ({ file }) => readVector(library, file),
    }),
  ];
}

async function readDocument(
  library: Library,
  name: DocumentName,
  wanted: string | undefined,
): Promise<Answer> {
  const whole = await library.document(name);
  if (wanted?.trim().toLowerCase() === 'all') return own({ document: name, text: whole });
  const titles = sectionsOf(whole).map(({ title }) => title);
  if (wanted === undefined) return own({ document: name, sections: titles });
  const section = sectionNamed(whole, wanted);
  if (section === null)
    throw new Refused(`${DOCUMENTS[name].about} has no section ${JSON.stringify(wanted)}.`, {
      more: { sections: titles },
    });
  return own({ document: name, section: section.title, text: section.text });
}

async function readRegistry(library: Library, wanted: string | undefined): Promise<Answer> {
  const { protocol, agreements, faults } = await library.registry();
  if (wanted !== undefined) {
    const record = agreements.get(wanted);
    if (record !== undefined) return foreign(record);
    throw new Refused(`The registry has no agreement ${JSON.stringify(wanted)}.`, {
      more: { agreements: [...agreements.keys()] },
    });
  }
  const list = [...agreements].map(([id, record]) =>
    record.agreement === null ? { ...record, agreement: id } : lineOf(record.agreement),
  );
  return foreign({ protocol, agreements: list, faults });
}

function lineOf(one: Agreement) {
  const { agreement, version, status, parties, purpose, allowed_types, expires } = one;
  return { agreement, version, status, parties, purpose, allowed_types, expires };
}

async function listVectors(library: Library, query: string, limit: number, offset: number): Promise<Answer> {
  const { version, vectors } = await library.vectors();
  const word = query.toLowerCase();
  const found = vectors.filter(vector => searched(vector).toLowerCase().includes(word));
  const page = found.slice(offset, offset + limit).map(({ file, transport, expect, codes, why }) => ({
    file,
    transport,
    ...expect,
    codes,
    why,
  }));
  return own({ version, total: found.length, count: page.length, vectors: page });
}

async function readVector(library: Library, file: string): Promise<Answer> {
  const { at, env, vectors } = await library.vectors();
  const vector = vectors.find(one => one.file === file || one.file.endsWith(`/${file}`));
  if (vector === undefined)
    throw new Refused(`There is no test vector ${JSON.stringify(file)}. aimf_list_vectors lists them.`);
  // The messages are made to deceive: that is what they test
  return foreign({ vector, at: vector.at ?? at, env, message: await library.vectorFile(vector.file) });
}

function searched({ file, codes, why, expect }: Vector): string {
  return [file, ...codes, ...expect.verdict, expect.gate ?? '', why].join('\n');
}
