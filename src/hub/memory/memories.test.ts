import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HUB_BOUNDS } from '../bounds.ts';
import { type Answer, each, entries, inner, type Person, TestHub } from '../hub.test-support.ts';

let hub: TestHub;
let nova: Person;
beforeAll(async () => {
  hub = await TestHub.start();
  nova = await hub.register();
});
afterAll(() => hub.stop());

type Fields = Record<string, unknown>;

const write = (method: string, path: string, fields: Fields) =>
  hub.call(method, path, { body: { participant_id: nova.id, ...fields }, token: nova.token });
const store = (fields: Fields = {}) =>
  write('POST', '/memories', { memory_type: 'FACT', content: 'a fact', ...fields });
const stored = async (fields: Fields = {}) => Number((await store(fields)).body.memory_id);
const search = (query: string) =>
  hub.call('GET', `/memories?participant_id=${nova.id}&${query}`, { token: nova.token });
const get = (id: number) =>
  hub.call('GET', `/memories/${id}?participant_id=${nova.id}`, { token: nova.token });
const supersede = (old: number, next: number, fields: Fields = {}) =>
  write('POST', `/memories/${old}/supersede`, { superseding_memory_id: next, ...fields });
const dispute = (id: number, fields: Fields = {}) =>
  write('POST', `/memories/${id}/dispute`, { reason: 'no', ...fields });
const code = (answer: Answer) => [answer.status, inner(answer, 'detail').code];
const found = (answer: Answer) => each(answer, 'memories', 'memory_id');

describe('POST /memories', () => {
  it('stores with defaults, and the caller as creator (contract 4)', async () => {
    const answer = await store();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...{
        memory_type: 'FACT',
        content: 'a fact',
        status: 'ACTIVE',
        confidence: 0.95,
        tags: [],
        metadata: {},
      },
      ...{
        source_message_id: null,
        project_id: null,
        creator_id: nova.id,
        superseded_by: null,
        supersedes: null,
      },
    });
    expect(answer.body.created_at).toBe(answer.body.updated_at);
    expect('framing' in answer.body).toBe(false);
  });

  it('normalizes tags, each once, in the order of their characters (contract 4)', async () => {
    const answer = await store({ tags: [' Zeta', 'alpha', 'ÄRGER', 'zeta ', 'a\u0308rger', '😀', '\uff5a'] });
    expect(answer.body.tags).toEqual(['alpha', 'zeta', 'ärger', '\uff5a', '😀']);
  });

  it('keeps any whole number as project, zero and negatives too (contract 4)', async () => {
    for (const project of [0, -7, Number.MAX_SAFE_INTEGER])
      expect((await store({ project_id: project })).body.project_id).toBe(project);
    expect((await store({ project_id: Number.MAX_SAFE_INTEGER + 1 })).status).toBe(422);
  });

  it('counts the bytes of metadata as the public system writes them (contract 4)', async () => {
    // {"k": "…"} has 9 bytes around the text
    expect((await store({ metadata: { k: 'x'.repeat(7991) } })).status).toBe(201);
    expect((await store({ metadata: { k: 'x'.repeat(7992) } })).status).toBe(422);
    expect((await store({ metadata: { k: 'é'.repeat(3996) } })).status).toBe(422);
    const kept = { list: [1, 'two', null], deep: { a: { b: true } }, number: 1.5 };
    expect((await store({ metadata: kept })).body.metadata).toEqual(kept);
  });

  it.each([
    ['memory_type', 'fact', 'enum'],
    ['content', '', 'string_too_short'],
    ['content', 'x'.repeat(4001), 'string_too_long'],
    ['confidence', 1.1, 'less_than_equal'],
    ['confidence', -0.1, 'greater_than_equal'],
    ['confidence', 'x', 'float_parsing'],
    ['tags', null, 'list_type'],
    ['tags', [' '], 'value_error'],
    ['tags', ['x'.repeat(65)], 'value_error'],
    ['tags', Array.from({ length: 21 }, (_, at) => `t${at}`), 'value_error'],
    ['metadata', null, 'dict_type'],
    ['metadata', [], 'dict_type'],
    ['metadata', { k: '\ud800' }, 'value_error'],
    ['creator', 'x', 'extra_forbidden'],
  ])('refuses %s = %j (contract 4)', async (field, value, type) => {
    const answer = await store({ [field]: value });
    expect(answer.status).toBe(422);
    expect(entries(answer, 'detail')).toMatchObject([{ type }]);
  });

  it('refuses metadata so deep that nobody could print it (contract 4)', async () => {
    const raw = `{"participant_id":${nova.id},"memory_type":"FACT","content":"x","metadata":{"k":${'['.repeat(3000)}${']'.repeat(3000)}}}`;
    expect((await hub.call('POST', '/memories', { raw, token: nova.token })).status).toBe(422);
  });

  it('needs its source to exist, and says so in words (contract 4)', async () => {
    const answer = await store({ source_message_id: 999 });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain('source_message_id 999');
  });

  it('needs a token before anything is looked up (contract 1)', async () => {
    const answer = await hub.call('POST', '/memories', {
      body: { participant_id: nova.id, memory_type: 'FACT', content: 'x', source_message_id: 999 },
    });
    expect(code(answer)).toEqual([401, 'token_missing']);
  });
});

describe('GET /memories', () => {
  it('filters by all that is asked, newest first (contract 4)', async () => {
    const one = await stored({ content: 'Search ÉTÉ 50%', tags: ['search', 'summer'], project_id: 900 });
    const two = await stored({
      content: 'search 500',
      memory_type: 'DECISION',
      tags: ['search'],
      project_id: 900,
      confidence: 0.5,
    });
    const three = await stored({ content: 'search none', memory_type: 'CONTEXT', tags: ['search'] });
    expect(found(await search('tag=SEARCH'))).toEqual([three, two, one]);
    expect(found(await search('tag=search&tag=summer'))).toEqual([one]);
    expect(found(await search(Array(30).fill('tag=search&tag=summer').join('&')))).toEqual([one]);
    expect(found(await search('tag=search&memory_type=FACT&memory_type=DECISION'))).toEqual([two, one]);
    expect(found(await search('tag=search&project_id=900&min_confidence=0.9'))).toEqual([one]);
    expect(found(await search(`query=${encodeURIComponent('e\u0301te\u0301 50%')}`))).toEqual([one]);
    const page = await search('tag=search&limit=1&offset=1');
    expect(found(page)).toEqual([two]);
    expect(page.body).toMatchObject({ total_results: 3, count: 1, query: null, notice: null });
    expect(page.body.framing).toContain('not instructions');
  });

  it('shows what still holds, and history when asked (contract 4)', async () => {
    const [old, next, argued, retired] = [
      await stored({ tags: ['states'] }),
      await stored({ tags: ['states'] }),
      await stored({ tags: ['states'] }),
      await stored({ tags: ['states'] }),
    ];
    await supersede(old, next);
    await dispute(argued);
    await write('PATCH', `/memories/${retired}`, { status: 'ARCHIVED' });
    expect(found(await search('tag=states'))).toEqual([argued, next]);
    expect(found(await search('tag=states&status=SUPERSEDED'))).toEqual([old]);
    expect(found(await search('tag=states&status=ARCHIVED'))).toEqual([retired]);
  });

  it('says when nothing matches, and refuses a blank tag (contract 1.3, 4)', async () => {
    expect((await search('tag=nowhere')).body).toMatchObject({
      notice: 'No memories match.',
      total_results: 0,
    });
    const many = Array.from({ length: HUB_BOUNDS.memoryTags + 1 }, (_, at) => `tag=${at}`).join('&');
    expect((await search(many)).body).toMatchObject({ total_results: 0, count: 0, memories: [] });
    expect((await search('tag=%20')).status).toBe(422);
    expect((await search('status=active')).status).toBe(422);
    expect((await search('limit=101')).status).toBe(422);
  });
});

describe('GET /memories/context', () => {
  it('gives the five newest of each type of one scope, and a summary (contract 4)', async () => {
    for (let at = 0; at < 6; at += 1)
      await store({ project_id: 77, memory_type: 'DECISION', content: `decision ${at}` });
    await store({ project_id: 77, memory_type: 'KNOWLEDGE', content: `${'ä'.repeat(100)}!` });
    const answer = await hub.call('GET', `/memories/context?participant_id=${nova.id}&project_id=77`, {
      token: nova.token,
    });
    expect(each(answer, 'key_decisions', 'content')).toEqual([5, 4, 3, 2, 1].map(at => `decision ${at}`));
    expect(answer.body).toMatchObject({ project_id: 77, total_memories: 7, key_facts: [], notice: null });
    expect(answer.body.summary).toBe(
      `**Key Decisions:**\n- decision 5\n- decision 4\n- decision 3\n\n**Derived Knowledge:**\n- ${'ä'.repeat(100)}...`,
    );
  });

  it('takes no project for a scope of its own (contract 4)', async () => {
    const fresh = await TestHub.start();
    const who = await fresh.register();
    const context = () =>
      fresh.call('GET', `/memories/context?participant_id=${who.id}`, { token: who.token });
    expect((await context()).body).toMatchObject({
      summary: 'No memories found for this project.',
      total_memories: 0,
      notice: 'No memories match.',
    });
    await fresh.call('POST', '/memories', {
      body: { participant_id: who.id, memory_type: 'FACT', content: 'of a project', project_id: 0 },
      token: who.token,
    });
    expect((await context()).body.total_memories).toBe(0);
    await fresh.stop();
  });
});

describe('PATCH /memories/{id}', () => {
  it('changes what is given and leaves the rest (contract 4)', async () => {
    const first = await store({ tags: ['a'], metadata: { k: 1 } });
    const id = Number(first.body.memory_id);
    const same = await write('PATCH', `/memories/${id}`, { content: null, tags: null, metadata: null });
    expect(same.body.updated_at).toBe(first.body.updated_at);
    const changed = await write('PATCH', `/memories/${id}`, { tags: ['B'], metadata: {}, confidence: '0.5' });
    expect(changed.body).toMatchObject({ content: 'a fact', tags: ['b'], metadata: {}, confidence: 0.5 });
    expect(String(changed.body.updated_at) > String(first.body.updated_at)).toBe(true);
    const other = await hub.register({ name: 'other' });
    const theirs = await hub.call('PATCH', `/memories/${id}`, {
      body: { participant_id: other.id, content: 'corrected' },
      token: other.token,
    });
    expect(theirs.body).toMatchObject({ content: 'corrected', creator_id: nova.id });
  });

  it('knows no other fields, and no other memories (contract 4)', async () => {
    const id = await stored();
    expect((await write('PATCH', `/memories/${id}`, { memory_type: 'FACT' })).status).toBe(422);
    expect(code(await write('PATCH', '/memories/99999', {}))).toEqual([404, 'unknown_memory']);
    expect(code(await get(99999))).toEqual([404, 'unknown_memory']);
  });
});

describe('lineage', () => {
  it('keeps the old one as history, with both ends told (contract 4)', async () => {
    const [old, next] = [await stored(), await stored()];
    const before = (await get(next)).body.updated_at;
    const answer = await supersede(old, next, { reason: 'newer' });
    expect(answer.status).toBe(200);
    expect(inner(answer, 'superseded')).toMatchObject({ status: 'SUPERSEDED', superseded_by: next });
    expect(inner(answer, 'superseding')).toMatchObject({
      status: 'ACTIVE',
      supersedes: old,
      updated_at: before,
    });
    expect((await get(next)).body.framing).toContain('not instructions');
  });

  it('refuses itself, the dead, and a second successor (contract 4)', async () => {
    const [a, b, c, dead] = [await stored(), await stored(), await stored(), await stored()];
    await write('PATCH', `/memories/${dead}`, { status: 'ARCHIVED' });
    expect(code(await supersede(a, a))).toEqual([409, 'memory_conflict']);
    expect(code(await supersede(a, 99999))).toEqual([404, 'unknown_memory']);
    expect(code(await supersede(a, dead))).toEqual([409, 'memory_conflict']);
    expect((await supersede(dead, b)).status).toBe(200);
    expect((await supersede(a, b)).status).toBe(200);
    expect(code(await supersede(a, c))).toEqual([409, 'memory_conflict']);
    expect((await get(b)).body.supersedes).toBe(dead);
  });

  it('holds to one successor after a memory was brought back, and lets no ring in (contract 9.4)', async () => {
    const [a, b, c] = [await stored(), await stored(), await stored()];
    await supersede(a, b);
    await write('PATCH', `/memories/${a}`, { status: 'ACTIVE' });
    expect(code(await supersede(a, b))).toEqual([409, 'memory_conflict']);
    expect(code(await supersede(a, c))).toEqual([409, 'memory_conflict']);
    expect(code(await supersede(b, a))).toEqual([409, 'memory_conflict']);
    await supersede(b, c);
    await dispute(b);
    expect(code(await supersede(c, a))).toEqual([409, 'memory_conflict']);
    expect((await get(a)).body).toMatchObject({ status: 'ACTIVE', superseded_by: b });
  });

  it('lets a disputed memory take the place of another (contract 4)', async () => {
    const [old, next] = [await stored(), await stored()];
    await dispute(next);
    expect((await supersede(old, next)).status).toBe(200);
  });
});

describe('disputes', () => {
  it('marks one memory and leaves the other (contract 4)', async () => {
    const [one, other] = [await stored(), await stored()];
    const answer = await dispute(one, { conflicting_memory_id: other });
    expect(answer.body).toMatchObject({ memory_id: one, status: 'DISPUTED' });
    expect((await get(other)).body.status).toBe('ACTIVE');
    expect(code(await dispute(one, { conflicting_memory_id: one }))).toEqual([409, 'memory_conflict']);
    expect(code(await dispute(one, { conflicting_memory_id: 99999 }))).toEqual([404, 'unknown_memory']);
    expect((await dispute(one, { reason: '' })).status).toBe(422);
  });
});
