import * as z from 'zod/mini';
import { DUTY_CODES, NOTE_CODES } from '../finding/monitor-codes.ts';
import { TRANSPORTS } from '../message/delivery.ts';
import { resultJsonSchema } from './json.ts';

/** A file that was kept, described by what its bytes say, which is all that is known of it (specification section 5.4). */
export const fileDescriptionSchema = z.object({
  name: z.string(),
  bytes: z.int(),
  /** What the first bytes say it is, as `application/pdf`; null where they say nothing. */
  type: z.nullable(z.string()),
  pages: z.nullable(z.int()),
  /** Of an image, in pixels. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** The first lines of a text, else an empty list. */
  lines: z.array(z.string()),
});
export type FileDescription = z.infer<typeof fileDescriptionSchema>;

/** What a message or an issue form asks of the owner (specification section 9.8), or why it cannot be told. */
const requestSchema = z.object({
  form: z.enum(['proposal', 'access-request', 'acknowledgement', 'cannot-implement']),
  fields: z.record(z.string(), z.string()),
});

/** A result of the monitor: that of `aimf judge`, with where and when the message came and what was kept of it. */
export const monitorResultSchema = z.extend(resultJsonSchema, {
  transport: z.enum(TRANSPORTS),
  /** Stable and unique: the same message has the same key for ever; a held one gets another when it is judged again. */
  key: z.string(),
  /** RFC 3339, UTC. */
  arrived: z.string(),
  /** Absolute paths of what was kept; empty where nothing was. */
  stored: z.array(z.string()),
  files: z.array(fileDescriptionSchema),
  /** The message itself, kept where a command of the owner's reads it again: an absolute path. */
  message: z.optional(z.string()),
  /** The name of the wire, as in `wires`. */
  wire: z.string(),
  party: z.nullable(z.string()),
  /** The key of the result that said "held", where this one says how it ended. */
  held_as: z.optional(z.string()),
  ack: z.optional(z.object({ version: z.string(), effective: z.string() })),
  request: z.nullable(requestSchema),
  /** What keeps an issue or a message from being the request that it wants to be. */
  request_findings: z.array(
    z.object({ code: z.string(), level: z.string(), message: z.string(), remedy: z.string() }),
  ),
});
export type MonitorResult = z.infer<typeof monitorResultSchema>;

export const dutySchema = z.object({
  code: z.enum(DUTY_CODES),
  message: z.string(),
  remedy: z.string(),
  /** The day (`YYYY-MM-DD`) by which, or since which, it is to be done; null where there is none. */
  due: z.nullable(z.string()),
});
export type DutyJson = z.infer<typeof dutySchema>;

/**
 * One wire after a run. `watermark` is the wire's own text. `new` is the number of messages recorded in this run that this wire had
 * not delivered before, ordinary ones among them; a drop folder's file that a message of the run hands over is part of that message.
 */
export const wireJsonSchema = z.object({
  kind: z.string(),
  name: z.string(),
  ok: z.boolean(),
  error: z.nullable(z.string()),
  watermark: z.nullable(z.string()),
  new: z.int(),
  notes: z.array(z.object({ code: z.enum(NOTE_CODES), message: z.string() })),
});
export type WireJson = z.infer<typeof wireJsonSchema>;
