import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MonitorResult } from '../core/report/monitor-json.ts';
import { openState } from './state-file.ts';
import type { RecordedMessage, Store } from './store.ts';

/** A folder for one test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aimf-monitor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The store of a folder, which must be in order. */
export function openStore(folder: string): Store {
  const opened = openState(folder, { reportsExist: false });
  if (opened.state !== 'open') throw new Error(`The state is ${opened.state}`);
  return opened.store;
}

/** A result with nothing special about it. */
export function someResult(key: string, change: Partial<MonitorResult> = {}): MonitorResult {
  return {
    file: 'a message',
    verdict: 'accepted',
    gate: null,
    gates: [],
    findings: [],
    envelope: null,
    fields: null,
    body: null,
    attachments: [],
    transport: 'email',
    key,
    arrived: '2026-11-30T14:30:00.000Z',
    stored: [],
    files: [],
    wire: 'w',
    party: null,
    request: null,
    request_findings: [],
    ...change,
  };
}

/** A message as it is recorded, with nothing special about it. */
export function someMessage(transportId: string, change: Partial<RecordedMessage> = {}): RecordedMessage {
  return {
    wire: 'w',
    transportId,
    hash: null,
    watermark: transportId,
    result: someResult(`key ${transportId}`),
    accepted: null,
    held: null,
    at: 1000,
    ...change,
  };
}
