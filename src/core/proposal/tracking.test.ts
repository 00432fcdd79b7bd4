import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../registry/acks.ts';
import {
  doubledIssue,
  overdueComment,
  supersededIssue,
  toldOverdue,
  trackedVersion,
  trackingIssue,
} from './tracking.ts';

const PROTOCOL = {
  version: 'v1.11',
  posted: '2026-12-01',
  normative: 'v1.10',
  effective: '2026-12-07',
  previous: 'v1.9',
};
const row = (agreement: string, state: LedgerRow['state']): LedgerRow => ({
  ...{ agreement, parties: ['andrew', 'dana'], version: 'v1.10', effective: '2026-12-07', state },
  acknowledged: state === 'acknowledged' ? '2026-12-02' : null,
});

describe('the issue for the acks of a version (9.5)', () => {
  const rows = [row('AGR-1', 'acknowledged'), row('AGR-2', 'awaited'), row('AGR-3', 'overdue')];
  const { title, body } = trackingIssue(PROTOCOL, rows, new Map([['AGR-2', ['dana']]]));

  it('shows how each agreement stands to the version in force, and who watches for nothing', () => {
    expect(title).toBe('Acknowledgements of v1.10');
    expect(body).toContain('| `AGR-1` | `andrew`, `dana` | acknowledged on 2026-12-02 |');
    expect(body).toContain('| `AGR-2` | `andrew`, `dana` | waiting |');
    expect(body).toContain('| `AGR-3` | `andrew`, `dana` | **overdue** |');
    expect(body).toContain('- `AGR-2` does not say how `dana` watches for updates.');
  });

  it('is known by its first line alone', () => {
    expect(trackedVersion(body)).toBe('v1.10');
    expect(trackedVersion(supersededIssue('v1.10', 'v1.11'))).toBe('v1.10');
    expect(trackedVersion(doubledIssue(7))).toBeNull();
    expect(trackedVersion(`Look:\n${body}`)).toBeNull();
  });
});

describe('overdue acks (9.5)', () => {
  it('are told with marks by which they are not told again', () => {
    const told = overdueComment('v1.10', [row('AGR-2', 'overdue'), row('AGR-3', 'overdue')], 'andrew-h');
    expect(toldOverdue(told, 'v1.10')).toEqual(['AGR-2', 'AGR-3']);
    expect(toldOverdue(told, 'v1.11')).toEqual([]);
    expect(told.match(/@/g)).toHaveLength(1);
  });

  it('are told to nobody by name where the account is gone', () => {
    expect(overdueComment('v1.10', [row('AGR-2', 'overdue')], null)).not.toContain('@');
  });
});
