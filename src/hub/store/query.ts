import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

export type Dialect = 'sqlite' | 'postgres';

type Builder<R> = { compile(): CompiledQuery<R> };

/** A query as it is written once; each store compiles it once, in its own dialect. */
export type Query<V, R> = {
  readonly build: (db: Kysely<Tables>, slots: V) => Builder<R>;
};

/** A compiled query and the way from its named values to its parameters. */
export type Compiled<V> = { readonly sql: string; readonly bind: (values: V) => unknown[] };

/** Writes a query: `slots` stands for the values that each use binds. */
export function query<V extends object = Record<never, never>>() {
  return <R>(build: (db: Kysely<Tables>, slots: V) => Builder<R>): Query<V, R> => ({ build });
}

/** A query that has one form per shape of what is asked; each form is written once. */
export function queryOf<S, V extends object>() {
  return <R>(build: (db: Kysely<Tables>, slots: V, shape: S) => Builder<R>) => {
    const forms = new Map<string, Query<V, R>>();
    return (shape: S): Query<V, R> => {
      const key = JSON.stringify(shape);
      const known = forms.get(key) ?? { build: (db: Kysely<Tables>, slots: V) => build(db, slots, shape) };
      forms.set(key, known);
      return known;
    };
  };
}

/** Values of a list, which are bound one by one by their place. */
export type Listed = Readonly<Record<string, string | number>>;

/** The slots of a list of so many values. */
export function slotsOf<T extends string | number>(slots: Listed, name: string, count: number): T[] {
  return Array.from({ length: count }, (_, at) => slots[`${name}${at}`] as T);
}

/** A list of values under the names of its slots. */
export function listed(name: string, values: readonly (string | number)[]): Listed {
  return Object.fromEntries(values.map((value, at) => [`${name}${at}`, value]));
}

/** Writes a list of objects as the one value that `rowsOf` reads. */
export function asRows(list: readonly object[]): string {
  // Both stores have a json_each for objects, and only one of them for arrays
  return JSON.stringify({ ...list });
}

/** A table `each` with a row for every object of a list; a list of any length is one query. */
export function rowsOf(list: string) {
  return sql<{ key: string; value: string }>`json_each(${list})`.as('each');
}

/** The place of a row of `each` in its list, from 0. */
export function place() {
  return sql<number>`cast(${sql.ref('each.key')} as bigint)`;
}

/** A whole number of a row of `each`. */
export function numberIn<T extends number | null = number>(name: string) {
  return sql<T>`cast(${sql.ref('each.value')}->>${sql.lit(name)} as bigint)`;
}

/** A text of a row of `each`. */
export function textIn<T extends string | null = string>(name: string) {
  return sql<T>`${sql.ref('each.value')}->>${sql.lit(name)}`;
}

/** A column that is chosen by a name. */
export function columnOf<T>(name: string) {
  return sql.ref<T>(name);
}

/** A whole number of a column that is compared, but that no index is to be chosen for. */
export function offIndex(name: string) {
  return sql<number>`(${sql.ref(name)} + 0)`;
}

/** Whether a text, folded as it is stored, has a folded needle in it, as it stands. */
export function has(text: string, folded: string, needle: string) {
  return sql<boolean>`instr(coalesce(${sql.ref(folded)}, lower(${sql.ref(text)})), ${needle}) > 0`;
}

const cold: Record<Dialect, Kysely<Tables>> = {
  sqlite: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: neverIntrospected,
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: neverIntrospected,
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

function neverIntrospected(): never {
  throw new Error('queries are compiled here, never introspected');
}

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Compiles a query for one dialect. */
export function compileQuery<V, R>(dialect: Dialect, { build }: Query<V, R>): Compiled<V> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as V;
  const compiled = build(cold[dialect], slots).compile();
  const parameters = [...compiled.parameters];
  return {
    sql: compiled.sql,
    bind: values =>
      parameters.map(one => (one instanceof Slot ? (values as Record<string, unknown>)[one.name] : one)),
  };
}

/** Keeps the compiled form of each query of one store. */
export class CompiledQueries {
  readonly #dialect: Dialect;
  readonly #known = new WeakMap<object, Compiled<never>>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  of<V, R>(query: Query<V, R>): Compiled<V> {
    const known = this.#known.get(query) as Compiled<V> | undefined;
    if (known !== undefined) return known;
    const compiled = compileQuery(this.#dialect, query);
    this.#known.set(query, compiled as Compiled<never>);
    return compiled;
  }
}
