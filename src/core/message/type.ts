import * as z from 'zod/mini';

/** The message types: the complete vocabulary (specification section 4). */
export const TYPES = ['NOTE', 'FILE_DROP', 'REQUEST', 'STATUS', 'QUESTION'] as const;
export type MessageType = (typeof TYPES)[number];

/** The verbs a REQUEST may name (specification section 4.3). */
export const ACTIONS = ['summarize', 'compare', 'extract-dates', 'draft-reply'] as const;
export type Action = (typeof ACTIONS)[number];

/** The states a STATUS may report (specification section 4.4). */
export const STATES = ['ok', 'attention', 'failed'] as const;

const text = z.string().check(z.regex(/\S/));

/** The fields of each type, closed lists (sections 4.1 to 4.5). Whether an action is known is the type gate's. */
export const FIELD_SCHEMAS = {
  NOTE: z.strictObject({ subject: text }),
  FILE_DROP: z.strictObject({
    filename: z.union([text, z.array(text).check(z.minLength(1), z.maxLength(10))]),
    purpose: text,
  }),
  REQUEST: z.strictObject({ action: text, target: text, constraints: z.optional(text) }),
  STATUS: z.strictObject({ topic: text, state: z.enum(STATES), detail: text }),
  QUESTION: z.strictObject({ question: text, options: z.array(text).check(z.minLength(1)) }),
} as const satisfies Record<MessageType, z.ZodMiniType>;

/** The fields of a type block as sent: every value is the text that was written, or a list of such texts. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Whether the word is one of the five types (specification section 4). */
export function isMessageType(word: string): word is MessageType {
  return (TYPES as readonly string[]).includes(word);
}

/** The names of a type's fields, in the order in which they are written (specification section 4). */
export function fieldNames(type: MessageType): readonly string[] {
  return Object.keys(FIELD_SCHEMAS[type].shape);
}
