import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FENCE } from '../answer.ts';
import { connected, textOf } from '../mcp.test-support.ts';
import { Library } from './library.ts';
import { validatorSet } from './validator-set.ts';

const NOW = Date.parse('2026-12-01T10:00:00Z');
let client: Awaited<ReturnType<typeof connected>>;

beforeAll(async () => {
  client = await connected([validatorSet(new Library(null), () => NOW)]);
});
afterAll(async () => client.close());

async function call(name: string, args: Record<string, unknown>) {
  return JSON.parse(await textOf(client, name, args));
}

const NOTE = {
  type: 'NOTE',
  from: 'dana@example.com',
  subject: 'Rehearsal moved',
  agreement: 'AGR-2026-10-26-001',
  agreement_version: '2',
  body: 'It is on Friday.',
};

describe('composing and judging', () => {
  it('a composed message is accepted as its party’s, and is an access request as a stranger’s', async () => {
    const { message } = await call('aimf_compose', NOTE);
    expect(message).toMatch(/^format: AIMF\/1\n/);
    const accepted = await call('aimf_judge', { message });
    expect(accepted).toMatchObject({ simulated: true, results: [{ verdict: 'accepted', gate: null }] });
    expect(accepted).toHaveProperty(FENCE.begin);
    const { results } = await call('aimf_judge', { message, stranger: true });
    expect(results[0].verdict).toBe('access-request');
  });

  it('judges a whole mail by its headers', async () => {
    const { message } = await call('aimf_compose', NOTE);
    const mail = `From: dana@example.com\nTo: a@example.net\nSubject: NOTE\nMIME-Version: 1.0\nContent-Type: text/plain\n\n${message}`;
    const { results } = await call('aimf_judge', { message: mail, mail: true });
    expect(results[0]).toMatchObject({ verdict: 'accepted', envelope: { from: 'dana@example.com' } });
  });

  it('says what is wrong, and never composes anything invalid', async () => {
    const stray = await call('aimf_compose', { ...NOTE, question: 'which?' });
    expect(stray.error).toContain('subject');
    const { subject: _, ...bare } = NOTE;
    expect((await call('aimf_compose', bare)).error).toBe('NOTE needs subject.');
    const wrong = await call('aimf_compose', { ...NOTE, sent: 'yesterday' });
    expect(wrong.findings).toMatchObject([{ level: 'error', field: 'sent' }]);
    const { message } = await call('aimf_compose', NOTE);
    const { results } = await call('aimf_judge', { message: message.replace('subject:', 'colour:') });
    expect(results[0]).toMatchObject({ verdict: 'attempt', gate: 'schema' });
    expect(results[0].findings.every((one: { remedy: string }) => one.remedy.length > 0)).toBe(true);
  });

  it('writes the lists of a type as they are', async () => {
    const drop = { type: 'FILE_DROP', from: 'dana@example.com', filename: ['a.pdf'], purpose: 'Minutes' };
    expect((await call('aimf_compose', drop)).message).toContain('filename: a.pdf');
    const question = { type: 'QUESTION', from: 'dana@example.com', question: 'Which?', options: ['A', 'B'] };
    expect((await call('aimf_compose', question)).message).toContain('options: [A, B]');
  });
});

describe('reading', () => {
  it('lists the sections of the specification and reads one by number or word', async () => {
    const { sections } = await call('aimf_read_spec', {});
    expect(sections).toContain('4.3 REQUEST');
    const byNumber = await call('aimf_read_spec', { section: '4' });
    expect(byNumber.section).toBe('4. Message types');
    expect(byNumber.text).toContain('### 4.5 QUESTION');
    expect(byNumber.text).not.toContain('## 5. Attachments');
    expect((await call('aimf_read_spec', { section: '§4.3' })).section).toBe('4.3 REQUEST');
    expect((await call('aimf_read_spec', { section: 'trust ladder' })).section).toBe('8.4 Trust ladder');
    const missing = await call('aimf_read_spec', { section: '99' });
    expect(missing).toMatchObject({ error: expect.stringContaining('99'), sections: expect.any(Array) });
    expect((await call('aimf_read_spec', { document: 'changelog', section: 'all' })).text).toContain('v1.10');
  });

  it('reads the registry, whole and one agreement', async () => {
    const { protocol, agreements } = await call('aimf_read_registry', {});
    expect(protocol.version).toMatch(/^v1\./);
    expect(agreements.map((one: { agreement: string }) => one.agreement)).toContain('AGR-2026-10-26-001');
    const { agreement } = await call('aimf_read_registry', { agreement: 'AGR-2026-10-26-001' });
    expect(agreement.parties).toContain('gemini');
    expect((await call('aimf_read_registry', { agreement: '../secret' })).error).toContain('no agreement');
  });

  it('finds vectors by word, and reads the message of one', async () => {
    const { total, vectors, count } = await call('aimf_list_vectors', { query: 'utf16', limit: 1 });
    expect(total).toBeGreaterThan(0);
    expect(count).toBe(1);
    const { vector, message } = await call('aimf_read_vector', { file: vectors[0].file });
    expect(vector.why).toBe(vectors[0].why);
    expect(message.length).toBeGreaterThan(0);
    expect((await call('aimf_read_vector', { file: '../package.json' })).error).toContain('no test vector');
  });

  it('serves the same as resources', async () => {
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect((contents[0] as { text: string }).text.length).toBeGreaterThan(100);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(one => one.uriTemplate)).toEqual([
      'aimf://registry/{agreement}',
      'aimf://vectors/{+file}',
    ]);
    const { vectors } = await call('aimf_list_vectors', { limit: 1 });
    const one = await client.readResource({ uri: `aimf://vectors/${vectors[0].file}` });
    expect((one.contents[0] as { text: string }).text).not.toBe('');
    await client.readResource({ uri: 'aimf://registry/AGR-2026-10-26-001' });
    await expect(client.readResource({ uri: 'aimf://registry/none' })).rejects.toThrow();
    await expect(client.readResource({ uri: 'aimf://vectors/../package.json' })).rejects.toThrow();
  });
});

describe('completion', () => {
  const values = async (ref: Ref, name: string, value: string) =>
    (await client.complete({ ref, argument: { name, value } })).completion;
  type Ref = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  const vectors: Ref = { type: 'ref/resource', uri: 'aimf://vectors/{+file}' };

  it('offers steps, agreements and vectors, those first that begin with what was typed', async () => {
    const trial: Ref = { type: 'ref/prompt', name: 'aimf_trial' };
    expect((await values(trial, 'step', '')).values).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    const registry: Ref = { type: 'ref/resource', uri: 'aimf://registry/{agreement}' };
    expect((await values(registry, 'agreement', 'agr-2026')).values).toContain('AGR-2026-10-26-001');
    const { total } = await call('aimf_list_vectors', { limit: 1 });
    const all = await values(vectors, 'file', '');
    expect(all).toMatchObject({ total, hasMore: total > 100 });
    const [first = ''] = all.values;
    expect((await values(vectors, 'file', first.toUpperCase())).values[0]).toBe(first);
    expect((await values(vectors, 'file', first.slice(3))).values).toContain(first);
  });

  it('offers nothing for what cannot be listed, and refuses what there is not', async () => {
    expect((await values({ type: 'ref/prompt', name: 'aimf_update' }, 'step', '')).values).toEqual([]);
    expect((await values(vectors, 'nothing', '')).values).toEqual([]);
    await expect(values({ type: 'ref/prompt', name: 'none' }, 'x', '')).rejects.toThrow('no such prompt');
  });
});

describe('prompts', () => {
  it('gives the trial whole, or the rules with one step', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(one => one.name)).toEqual(['aimf_trial', 'aimf_update']);
    const textOfPrompt = async (name: string, args: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages as { content: { text: string } }[])[0]?.content.text ?? '';
    };
    const whole = await textOfPrompt('aimf_trial', {});
    expect(whole).toContain('## Step 1 Read');
    expect(whole).toContain('## Step 7');
    const step = await textOfPrompt('aimf_trial', { step: '3' });
    expect(step).toContain('## Step 3 Draft');
    expect(step).toContain('how you work here');
    expect(step).not.toContain('## Step 4');
    await expect(textOfPrompt('aimf_trial', { step: '12' })).rejects.toThrow('1 to 7');
    expect(await textOfPrompt('aimf_update', {})).toContain('# AIMF update prompt');
  });
});
