import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ScanAnswer } from './sqlite-scan.ts';

type Question = { readonly id: number; readonly sql: string; readonly parameters: SQLInputValue[] };

const db = new DatabaseSync(workerData.path, { readOnly: true, timeout: 5000 });
const prepared = new Map<string, StatementSync>();

function statementOf(sql: string): StatementSync {
  const statement = prepared.get(sql) ?? db.prepare(sql);
  prepared.set(sql, statement);
  return statement;
}

function answer({ id, sql, parameters }: Question): ScanAnswer {
  try {
    // Copied, since rows have no prototype and a thread's message needs plain objects
    return {
      id,
      rows: statementOf(sql)
        .all(...parameters)
        .map(row => ({ ...row })),
      error: null,
    };
  } catch (error) {
    return { id, rows: [], error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)));
