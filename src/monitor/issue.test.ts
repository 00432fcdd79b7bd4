import { describe, expect, it } from 'vitest';
import { FORMS, type FormName } from '../core/proposal/form.ts';
import { MemoryWire } from '../transport/memory-wire.test-support.ts';
import { message, NOW } from './messages.test-support.ts';
import { World } from './world.test-support.ts';

const ANSWERS: Readonly<Record<FormName, Readonly<Record<string, string>>>> = {
  proposal: { agreement: 'AGR-1', term: 'expires', value: '2027-03-31', reason: 'The garden needs longer' },
  'access-request': { party: 'newbot', acts_for: 'Lena', purpose: 'Share seeds', update_watch: 'daily' },
  acknowledgement: { agreement: 'AGR-1', version: 'v1.10', effective: '2026-12-07' },
  'cannot-implement': { agreement: 'AGR-1', version: 'v1.10', reason: 'No time' },
};
const formText = (form: FormName, change: Readonly<Record<string, string>> = {}) =>
  FORMS[form].fields
    .map(({ id, label }) => `### ${label}\n\n${change[id] ?? ANSWERS[form][id] ?? ''}\n`)
    .join('\n');
const pasted = (text: string) => `Please see:\n\n\`\`\`\n${text}\`\`\`\n`;
const own = (id: string, more = {}) => message(id, { from: 'dana', ...more });

async function judged(body: string, party: string | null, automatic: string | null = null) {
  const world = new World();
  const wire = new MemoryWire();
  wire.put({ form: 'issue', body, party, automatic }, NOW);
  const [result] = await world.results([wire]);
  return { world, result: result ?? null };
}

describe('an issue', () => {
  it('with a pasted message is judged as a message of the party that the account proves (9.8)', async () => {
    const { result } = await judged(pasted(own('1')), 'dana');
    expect(result).toMatchObject({
      verdict: 'accepted',
      party: 'dana',
      transport: 'github',
      envelope: { id: '1' },
    });
    const stranger = (await judged(pasted(own('1')), null)).result;
    expect(stranger).toMatchObject({ verdict: 'attempt', gate: 'allowlist' });
    const first = (await judged(pasted(own('1', { from: 'newbot' })), null)).result;
    expect(first).toMatchObject({ verdict: 'access-request', gate: 'allowlist' });
  });

  it('with a message that came before is a duplicate (6.7)', async () => {
    const world = new World();
    const wire = new MemoryWire();
    for (const text of [own('1'), own('1')])
      wire.put({ form: 'issue', body: pasted(text), party: 'dana', automatic: null }, NOW);
    expect((await world.results([wire])).map(one => one.verdict)).toEqual(['accepted', 'duplicate']);
  });

  it.each(Object.keys(FORMS) as FormName[])('that is the form %s says what it asks for (9.8)', async form => {
    const { result } = await judged(formText(form), 'dana');
    expect(result).toMatchObject({ verdict: 'accepted', gate: null, party: 'dana', request: { form } });
    expect(result?.request?.fields).toEqual(ANSWERS[form]);
    expect(result?.ack).toEqual(
      form === 'acknowledgement' ? { version: 'v1.10', effective: '2026-12-07' } : undefined,
    );
  });

  it('that acknowledges a version is remembered like any other acknowledgement (9.5)', async () => {
    const { world } = await judged(formText('acknowledgement'), 'dana');
    expect(world.store.acks()).toEqual([{ agreement: 'AGR-1', version: 'v1.10', at: NOW }]);
  });

  it('of a stranger asks for access, or is ordinary (9.7)', async () => {
    const { result } = await judged(formText('access-request'), null);
    expect(result).toMatchObject({
      verdict: 'access-request',
      gate: 'allowlist',
      request: { form: 'access-request' },
    });
    for (const form of ['proposal', 'acknowledgement', 'cannot-implement'] as const)
      expect((await judged(formText(form), null)).result).toBeNull();
  });

  it('about an agreement of others, or of nobody, is an attempt (6.5)', async () => {
    const { result } = await judged(formText('proposal', { agreement: 'AGR-9' }), 'dana');
    expect(result).toMatchObject({
      verdict: 'attempt',
      gate: 'agreement',
      findings: [{ code: 'agreement-unknown' }],
    });
    const other = (await judged(formText('proposal'), 'lena')).result;
    expect(other).toMatchObject({
      verdict: 'attempt',
      gate: 'agreement',
      findings: [{ code: 'agreement-of-another' }],
    });
  });

  it('that is a form with faults says what to mend (9.8)', async () => {
    const { result } = await judged(formText('proposal', { value: '' }), 'dana');
    expect(result).toMatchObject({ verdict: 'attempt', gate: 'schema', request: null });
    expect(result?.request_findings.map(one => one.code)).toEqual(['form-field-missing']);
    expect((await judged(formText('proposal', { value: '' }), null)).result).toBeNull();
  });

  it.each([
    ['an address', formText('proposal', { reason: 'write to dana@private-host.net' }), 'issue-holds-address'],
    ['a shared word', pasted(own('1', { auth: 'trombone' })), 'issue-holds-secret'],
  ])('that publishes %s is refused, and what it says is not repeated (9.8)', async (_, body, code) => {
    const { result } = await judged(body, 'dana');
    expect(result).toMatchObject({ verdict: 'attempt', gate: 'schema', body: null, envelope: null });
    expect(result?.request_findings.map(one => one.code)).toContain(code);
    expect(JSON.stringify(result)).not.toMatch(/private-host|trombone/);
  });

  it('of an automat, of the owner, or about something else is ordinary (2.3)', async () => {
    expect((await judged(formText('proposal'), null, 'an account that is a bot')).result).toBeNull();
    expect((await judged(formText('proposal'), 'andrew')).result).toBeNull();
    for (const party of ['dana', null]) expect((await judged('The link is broken', party)).result).toBeNull();
  });
});
