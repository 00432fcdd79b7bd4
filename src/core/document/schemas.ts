import * as z from 'zod/mini';
import { agreementSchema } from '../agreement/agreement.ts';
import { capabilitySchema } from '../agreement/capability.ts';
import { envelopeSchema } from '../message/envelope.ts';
import { FIELD_SCHEMAS, TYPES } from '../message/type.ts';
import { ackSchema } from '../registry/acks.ts';
import { proposalRecordSchema } from '../registry/proposals.ts';
import { protocolSchema } from '../registry/protocol.ts';
import { receiverSchema } from '../registry/receiver.ts';
import { judgeJsonSchema } from '../report/json.ts';

/** Where the schemas can be read; a schema's id is this and its file name. */
const BASE = 'https://andrewdhorowitz.github.io/aimf-protocol/schema/';

type Published = { readonly title: string; readonly schema: z.core.$ZodType };

/** The schemas that are published, by file name; zod is their one source. */
export const PUBLISHED: ReadonlyMap<string, Published> = new Map<string, Published>([
  ['envelope.json', { title: 'AIMF envelope', schema: envelopeSchema }],
  ...TYPES.map(type => {
    const file = `${type.toLowerCase().replaceAll('_', '-')}.json`;
    return [file, { title: `AIMF ${type}: the type block`, schema: FIELD_SCHEMAS[type] }] as [
      string,
      Published,
    ];
  }),
  ['agreement.json', { title: 'An agreement of the registry', schema: agreementSchema }],
  ['capability.json', { title: 'A capability statement of the registry', schema: capabilitySchema }],
  ['protocol.json', { title: 'registry/protocol.yml', schema: protocolSchema }],
  ['proposal.json', { title: 'The record of a proposal in the registry', schema: proposalRecordSchema }],
  ['ack.json', { title: 'The record of an acknowledgement in the registry', schema: ackSchema }],
  ['receiver.json', { title: 'The private receiver file, aimf.yml', schema: receiverSchema }],
  ['judge.json', { title: 'What aimf judge --json prints', schema: judgeJsonSchema }],
]);

/**
 * The files of `spec/schema/`: each name with the JSON Schema (draft 2020-12) that is emitted from zod (section 7.3).
 */
export function schemaFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [file, { title, schema }] of PUBLISHED) {
    const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
    files.set(file, `${JSON.stringify({ $schema, $id: `${BASE}${file}`, title, ...rest }, null, 2)}\n`);
  }
  return files;
}
