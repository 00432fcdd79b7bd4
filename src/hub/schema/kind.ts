import * as z from 'zod/mini';

/** What is wrong with one value, in the words of the public system's validator. */
export type Fault = { readonly type: string; readonly msg: string; readonly ctx?: Record<string, unknown> };

/** Takes a fault, at the value itself or at one of its entries. */
type Report = (fault: Fault, entry?: number) => void;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How one kind of value is read from what a client sent, and how the OpenAPI document describes it. */
export type Kind<T> = {
  readonly json: JsonSchema;
  /** Gives the value; where it reports a fault, what it gives is not used. */
  readonly read: (input: unknown, report: Report) => T | undefined;
};

/** What the schemas of kinds look like on the wire, for the OpenAPI document. */
export const WIRE_FORMS = z.registry<JsonSchema>();

export const MISSING: Fault = { type: 'missing', msg: 'Field required' };

/** A field that must be there. */
export function required<T>(kind: Kind<T>) {
  return schemaOf(kind, false, kind.json);
}

/** A field that may be missing or null; both give null. */
export function optional<T>(kind: Kind<T>) {
  const json = { anyOf: [kind.json, { type: 'null' }] };
  const schema = z._default(schemaOf<T | null>(kind, true, json), null);
  schema.register(WIRE_FORMS, json);
  return schema;
}

/** A field that may be missing, which gives `value`, but is refused when it is null. */
export function withDefault<T>(kind: Kind<T>, value: T) {
  const json = { ...kind.json, default: value };
  const schema = z._default(schemaOf(kind, false, json), value as never);
  schema.register(WIRE_FORMS, json);
  return schema;
}

function schemaOf<T>(kind: Kind<T>, nullable: boolean, json: JsonSchema) {
  const schema = z.pipe(
    z.unknown(),
    z.transform((input, context): T => {
      if (input === null && nullable) return null as T;
      let failed = false;
      const report: Report = (fault, entry) => {
        failed = true;
        const path = entry === undefined ? [] : [entry];
        context.issues.push({ code: 'custom', input, path, params: fault });
      };
      if (input === undefined) report(MISSING);
      const value = input === undefined ? undefined : kind.read(input, report);
      return failed ? z.NEVER : (value as T);
    }),
  );
  schema.register(WIRE_FORMS, json);
  return schema;
}
