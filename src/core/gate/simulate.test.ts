import { describe, expect, it } from 'vitest';
import type { Transport } from '../message/delivery.ts';
import { textDelivery } from '../message/text-delivery.ts';
import { readRegistry } from '../registry/registry.ts';
import { judge } from './judge.ts';
import { deliveredAsNamed, type Supposed, simulatedContext } from './simulate.ts';
import { findingsOf } from './verdict.ts';

const GOOD = `format: AIMF/1
id: 1
from: bot@example.com
type: NOTE
sent: 2026-11-30T09:00:00Z
reply_to: none
agreement: AGR-1

subject: Plans
`;
const registry = readRegistry([
  {
    path: 'agreements/AGR-1.yml',
    text: 'agreement: AGR-1\nversion: 1\nstatus: active\nparties: [andrew, dana]\npurpose: Share notes\nlevel: 1\nallowed_types: [NOTE]\ntransport: [email, chat]\nexpires: 2027-09-30\n',
  },
]);

function simulated(text: string, supposed: Partial<Supposed> = {}, transport: Transport = 'email') {
  const delivery = deliveredAsNamed(
    textDelivery(new TextEncoder().encode(text), {
      transport: 'chat',
      received: Date.parse('2026-11-30T10:00:00Z'),
      sender: { status: 'unproven', claimed: null, findings: [] },
      fileName: null,
      files: [],
    }),
    transport,
    null,
  );
  const context = simulatedContext(delivery, registry, {
    party: null,
    stranger: false,
    secret: null,
    ...supposed,
  });
  const verdict = judge(delivery, context);
  const errors = findingsOf(verdict).filter(one => one.level === 'error');
  return `${verdict.verdict} ${verdict.gate ?? '-'}${errors.map(one => ` ${one.code}`).join('')}`;
}

describe('a simulation', () => {
  it.each([
    ['a good message of the party', GOOD, {}, 'accepted -'],
    ['the same of a stranger', GOOD, { stranger: true }, 'access-request allowlist sender-unlisted'],
    [
      'of a party that the agreement does not have',
      GOOD,
      { party: 'zoe' },
      'attempt agreement agreement-of-another',
    ],
    ['no agreement cited', GOOD.replace('AGR-1', 'AGR-9'), {}, 'access-request allowlist sender-unlisted'],
    [
      'no agreement cited, by a party',
      GOOD.replace('AGR-1', 'AGR-9'),
      { party: 'dana' },
      'attempt agreement agreement-unknown',
    ],
    [
      'a broken envelope of a listed sender',
      GOOD.replace('2026-11-30T', 'soon'),
      {},
      'attempt schema sent-invalid',
    ],
    ['without any from', GOOD.replace('from: bot@example.com\n', ''), {}, 'attempt schema field-missing'],
    [
      'a broken envelope of a stranger',
      GOOD.replace('2026-11-30T', 'soon'),
      { stranger: true },
      'ordinary - sender-unlisted',
    ],
    ['no message at all', 'Hello!\n', {}, 'ordinary -'],
  ] as const)('judges %s (7.2)', (_, text, supposed, expected) => {
    expect(simulated(text, supposed)).toBe(expected);
  });

  it('goes by the transport that is supposed (8.4)', () => {
    expect(simulated(GOOD, {}, 'chat')).toBe('accepted -');
    expect(simulated(GOOD, {}, 'inbox')).toBe('attempt agreement transport-not-allowed');
  });
});
