import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries, OPERATOR_KEY, type Person, TestHub } from '../hub.test-support.ts';

let hub: TestHub;
let nova: Person;
let chat: number;
beforeAll(async () => {
  hub = await TestHub.start();
  nova = await hub.register();
  chat = await hub.found(nova, 'general');
});
afterAll(() => hub.stop());

const post = (path: string, raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  hub.call('POST', path, { raw, token: nova.token, headers });

describe('unknown parameters and fields', () => {
  it('refuses parameters by name, sorted, before anything else (contract 1)', async () => {
    for (const [method, path] of [
      ['GET', '/chats'],
      ['GET', '/health'],
      ['POST', '/register'],
      ['PATCH', '/admin/chats/x'],
      ['DELETE', '/chats/x'],
      ['GET', '/chats/x/participants'],
    ] as const) {
      const answer = await hub.call(
        method,
        `${path}?zeta=1&Alpha=2&zeta=3`,
        method === 'GET' ? {} : { body: {} },
      );
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toContain('Alpha, zeta');
      expect(answer.body.detail).toContain('client is probably newer than the server');
    }
  });

  it('takes names of parameters as they are written (contract 1)', async () => {
    expect((await hub.call('GET', '/chats?LIMIT=1')).status).toBe(422);
  });

  it('takes the last of several values (contract 1)', async () => {
    const answer = await hub.call('GET', '/chats?limit=x&limit=1');
    expect([answer.status, answer.body.count]).toEqual([200, 1]);
  });

  it('leaves the pages free of that rule (contract 1)', async () => {
    const root = await hub.call('GET', '/?desktop=1.0');
    expect([root.status, root.headers.get('location')]).toEqual([307, '/ui']);
    const page = await hub.call('GET', '/ui?desktop=1.0');
    expect(page.status).toBe(200);
    expect(page.text).toContain('UI_VERSION = "0.15.0"');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'refuses the field %s like any other (contract 1)',
    async name => {
      const answer = await post('/chats', `{"participant_id":${nova.id},"name":"x","${name}":{"a":1}}`);
      expect(answer.status).toBe(422);
      expect(entries(answer, 'detail')).toMatchObject([{ type: 'extra_forbidden', loc: ['body', name] }]);
    },
  );
});

describe('validation', () => {
  it('lists all faults of a request together (contract 1)', async () => {
    const answer = await hub.call('POST', '/chats/x/messages', { body: { text: '', mentions: 'no' } });
    expect(entries(answer, 'detail').map(one => [one.type, one.loc])).toEqual([
      ['int_parsing', ['path', 'chat_id']],
      ['missing', ['body', 'sender_id']],
      ['string_too_short', ['body', 'text']],
      ['list_type', ['body', 'mentions']],
    ]);
  });

  it.each([
    ['1', 200],
    ['1.0', 200],
    ['%201%20', 200],
    ['1.5', 422],
    ['', 422],
    ['0', 422],
    ['201', 422],
    ['9223372036854775808', 422],
    ['1e1', 422],
  ])('reads limit=%s with status %i (contract 1)', async (limit, status) => {
    expect((await hub.call('GET', `/chats?limit=${limit}`)).status).toBe(status);
  });

  it.each(['true', 'FALSE', '1', '0', 'yes', 'No', 'on', 'off', 't', 'F', 'y', 'n'])(
    'reads include_last_message=%s (contract 1)',
    async word => {
      expect((await hub.call('GET', `/chats?include_last_message=${word}`)).status).toBe(200);
    },
  );

  it.each(['', 'maybe', '2'])('refuses include_last_message=%j (contract 1)', async word => {
    const answer = await hub.call('GET', `/chats?include_last_message=${word}`);
    expect(entries(answer, 'detail')).toMatchObject([{ type: 'bool_parsing', input: word }]);
  });

  it.each([
    ['"ID"', 201],
    ['ID.0', 201],
    ['1.5', 422],
    ['null', 422],
    ['[]', 422],
    ['1e400', 422],
    ['9223372036854775808', 422],
    ['-9223372036854775809', 422],
    ['9223372036854775807', 404],
  ])('reads sender_id %s with status %i (contract 1)', async (sender, status) => {
    const written = sender.replace('ID', `${nova.id}`);
    expect((await post(`/chats/${chat}/messages`, `{"sender_id":${written},"text":"hi"}`)).status).toBe(
      status,
    );
  });

  it('never takes a number for a text (contract 1)', async () => {
    const answer = await post(`/chats/${chat}/messages`, `{"sender_id":${nova.id},"text":5}`);
    expect(entries(answer, 'detail')).toMatchObject([{ type: 'string_type', input: 5 }]);
  });

  it('repeats no more of a value than it takes to recognise it (contract 9.10)', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    for (const value of [JSON.stringify('x'.repeat(100_000)), deep, `[${'1,'.repeat(5000)}1]`]) {
      const answer = await post('/register', `{"name":${value}}`);
      expect(answer.status).toBe(422);
      expect(answer.text.length).toBeLessThan(3000);
    }
  });
});

describe('bodies', () => {
  it.each([
    ['{', 'json_invalid'],
    ['', 'missing'],
    ['[]', 'model_attributes_type'],
    ['"text"', 'model_attributes_type'],
    ['{"name": NaN}', 'json_invalid'],
  ])('tells what is wrong with the body %j (contract 1)', async (raw, type) => {
    const answer = await post('/register', raw);
    expect(answer.status).toBe(422);
    expect(entries(answer, 'detail')[0]).toMatchObject({ type });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'garbage', ''])(
    'refuses a body that is sent as %j (contract 1)',
    async type => {
      const answer = await post('/register', '{}', { 'content-type': type });
      expect(answer.status).toBe(422);
      expect(entries(answer, 'detail')).toMatchObject([{ type: 'model_attributes_type', loc: ['body'] }]);
    },
  );

  it.each(['application/json; charset=utf-8', 'application/vnd.aim+json'])(
    'reads a body that is sent as %s (contract 1)',
    async type => {
      const answer = await post('/chats', `{"participant_id":${nova.id},"name":"${type}"}`, {
        'content-type': type,
      });
      expect(answer.status).toBe(201);
    },
  );

  it('refuses what is not UTF-8, and takes a byte order mark (contract 1)', async () => {
    const bad = await post('/register', new Uint8Array([0x7b, 0xff, 0x7d]));
    expect(entries(bad, 'detail')).toMatchObject([{ type: 'json_invalid' }]);
    expect((await post('/register', '\ufeff{}')).status).toBe(422);
    expect(entries(await post('/register', '\ufeff{}'), 'detail')[0]).toMatchObject({ type: 'missing' });
  });

  it('refuses more than a megabyte with 413, and lives on (contract 9.10)', async () => {
    for (const size of [1_048_577, 5_000_000]) {
      const answer = await post('/register', `{"name":"${'x'.repeat(size)}"}`);
      expect(answer.status).toBe(413);
      expect(answer.body.detail).toContain('1048576');
    }
    expect((await hub.call('GET', '/health')).status).toBe(200);
  });
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/nope', 404, 'Not Found'],
    ['GET', '/chats/1/nope', 404, 'Not Found'],
    ['GET', '/chats//messages', 404, 'Not Found'],
    ['PUT', '/chats', 405, 'Method Not Allowed'],
    ['OPTIONS', '/chats', 405, 'Method Not Allowed'],
    ['POST', '/health', 405, 'Method Not Allowed'],
    ['DELETE', '/chats/1/messages', 405, 'Method Not Allowed'],
  ])('%s %s is %i (contract 1)', async (method, path, status, detail) => {
    const answer = await hub.call(method, path);
    expect([answer.status, answer.body.detail]).toEqual([status, detail]);
  });

  it('names each method of a path once (contract 1)', async () => {
    expect((await hub.call('PUT', '/memories/context')).headers.get('allow')).toBe('GET, PATCH');
  });

  it('has no HEAD on operations (contract 1)', async () => {
    expect((await hub.call('HEAD', '/chats')).status).toBe(405);
  });

  it('leads from a last slash to the path without it (contract 1)', async () => {
    const answer = await hub.call('GET', '/chats/?limit=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/chats?limit=1']);
    expect((await hub.call('GET', '/nope/')).status).toBe(404);
  });

  it('takes an id beyond all numbers for an unknown one (contract 9.1)', async () => {
    const big = '9'.repeat(40);
    expect((await hub.call('GET', `/chats/${big}/messages`)).status).toBe(404);
    expect((await hub.call('GET', `/participants/${big}/chats`)).status).toBe(404);
    const memory = await hub.call('GET', `/memories/${big}?participant_id=${nova.id}`, { token: nova.token });
    expect((memory.body.detail as { code: string }).code).toBe('unknown_memory');
    const admin = await hub.call('PATCH', `/admin/chats/${big}`, { body: {}, operator: OPERATOR_KEY });
    expect(admin.status).toBe(404);
  });

  it.each([
    '/chats/%FF/messages',
    '/chats/%/messages',
    `/chats/${'1'.repeat(600)}/messages`,
    '/%00',
    '//',
    '/..;/chats',
  ])('answers %s in JSON and without a fault', async path => {
    const answer = await hub.call('GET', path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body.server_version).toBe('0.15.0');
  });

  it('answers what is no HTTP with JSON too', async () => {
    const { hostname, port } = new URL(hub.url);
    const text = await new Promise<string>(resolve => {
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      let got = '';
      socket.on('data', chunk => {
        got += chunk;
      });
      socket.on('close', () => resolve(got));
    });
    expect(text).toContain('400 Bad Request');
    expect(text).toContain('server_instance');
  });
});

describe('the documents', () => {
  it('describes every operation by the schemas that read it (contract 2)', async () => {
    const { body } = await hub.call('GET', '/openapi.json');
    expect('server_version' in body).toBe(false);
    const paths = body.paths as Record<
      string,
      Record<string, { requestBody?: unknown; parameters: unknown[] }>
    >;
    expect(Object.keys(paths)).toHaveLength(21);
    expect(paths['/register']?.post?.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            required: ['name', 'machine', 'client_type', 'agent_type'],
            properties: { name: { type: 'string', minLength: 1, maxLength: 64 } },
            additionalProperties: false,
          },
        },
      },
    });
    expect(paths['/chats']?.get?.parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    });
  });

  it('shows them without anything from elsewhere (contract 2)', async () => {
    for (const path of ['/docs', '/redoc', '/ui']) {
      const page = await hub.call('GET', path);
      expect(page.status).toBe(200);
      expect(page.text).not.toMatch(/(?:src|href)="?https?:/);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });
});
