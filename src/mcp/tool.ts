import * as z from 'zod/mini';
import type { Answer } from './answer.ts';

/** One tool: what it is called, what it takes and what it does. */
export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Whether it changes nothing at the hub. */
  readonly readOnly: boolean;
  /** Whether the same call again changes nothing more. */
  readonly idempotent: boolean;
  readonly run: (args: never) => Promise<Answer>;
};

/** Defines a tool whose arguments are those that its schema reads. */
export function tool<S extends z.ZodMiniObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: S;
    readonly run: (args: z.output<S>) => Promise<Answer>;
  },
): Tool {
  return definition as Tool;
}

/** A tool's parameters as JSON Schema: one flat object, without what no client needs to know. */
export function inputJsonSchema(schema: z.ZodMiniType): Record<string, unknown> {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      delete jsonSchema.propertyNames;
    },
  });
  return json;
}

/** Arguments as they were read, or what is wrong with each. */
export type Arguments =
  | { readonly value: unknown }
  | { readonly issues: { readonly message: string; readonly path: PropertyKey[] }[] };

/**
 * Reads arguments. null stands for "not given", since some clients send it for every parameter that was left out; and what is no
 * text may come as the text of its JSON, as some models write it.
 */
export function readArguments(schema: z.ZodMiniType, value: unknown): Arguments {
  const given =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? plain(schema, value) : value;
  const read = z.safeParse(schema, given, { reportInput: true });
  if (read.success) return { value: read.data };
  return { issues: read.error.issues.map(issue => ({ message: faultOf(issue), path: [...issue.path] })) };
}

function plain(schema: z.ZodMiniType, value: object): Record<string, unknown> {
  const fields = (inputJsonSchema(schema).properties ?? {}) as Record<string, { readonly type?: unknown }>;
  const given = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(
    given.map(([name, one]) => [
      name,
      typeof one === 'string' && (fields[name]?.type ?? 'string') !== 'string' ? jsonOf(one) : one,
    ]),
  );
}

/** What a text of JSON says; a text that is none stays, and is refused as such. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`;
    case 'unrecognized_keys':
      return `there is no parameter ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}
