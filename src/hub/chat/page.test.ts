import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { compileQuery } from '../store/query.ts';
import { SQLITE_SCHEMA } from '../store/sqlite-schema.ts';
import { type Form, KEYS } from './page.ts';

const NAMES = ['after', 'before', 'afterId', 'beforeId', 'from', 'text', 'mentions', 'floor'] as const;

/** Every combination of filters. */
const forms = Array.from(
  { length: 2 ** NAMES.length },
  (_, bits) => Object.fromEntries(NAMES.map((name, at) => [name, (bits & (1 << at)) !== 0])) as Form,
);

describe('a page of messages', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(SQLITE_SCHEMA);
  const plans = forms.map(form => {
    const { sql } = compileQuery('sqlite', KEYS(form));
    return db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(row => String(row.detail));
  });

  it('is walked along an index and never sorted, whatever is asked, so that history costs nothing (contract 9.7)', () => {
    const costly = forms.filter((_, at) => plans[at]?.some(step => /^SCAN|TEMP B-TREE/.test(step)));
    expect(costly).toEqual([]);
    expect(plans.flat().length).toBeGreaterThan(forms.length);
  });

  it('passes no message of others where one sender is asked for (contract 9.7)', () => {
    const strays = forms.filter(
      (form, at) =>
        form.from &&
        !form.mentions &&
        !form.text &&
        !plans[at]?.every(step => /messages_by_sender/.test(step)),
    );
    expect(strays).toEqual([]);
  });
});
