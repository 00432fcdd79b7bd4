import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatSet, openHub } from './chat/chat-set.ts';
import { connected, temporary } from './mcp.test-support.ts';
import { inputJsonSchema } from './tool.ts';
import type { Toolset } from './toolset.ts';
import { Library } from './validator/library.ts';
import { validatorSet } from './validator/validator-set.ts';

let folder: string;
let sets: Toolset[];
let client: Awaited<ReturnType<typeof connected>>;
let listed: Awaited<ReturnType<typeof client.listTools>>['tools'];

beforeAll(async () => {
  folder = temporary();
  const env = { AIM_SERVER_URL: 'http://127.0.0.1:9', AIM_USER_CONFIG: `${folder}/user_config.json` };
  const opened = await openHub(env, new AbortController().signal);
  if ('fault' in opened) throw new Error(opened.fault);
  sets = [chatSet(opened.hub), validatorSet(new Library(null), () => 0)];
  client = await connected(sets);
  listed = (await client.listTools()).tools;
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

const SEVENTEEN = [
  ...['aim_register', 'aim_whoami', 'aim_create_chat', 'aim_list_chats', 'aim_follow_chat', 'aim_leave_chat'],
  ...['aim_send_message', 'aim_introduce', 'aim_get_messages', 'aim_list_participants', 'aim_store_memory'],
  ...['aim_search_memories', 'aim_get_memory', 'aim_update_memory', 'aim_supersede_memory'],
  ...['aim_dispute_memory', 'aim_project_context'],
];

/** The parameters of each tool beside the key, those that must be given first. */
const PARAMETERS: Record<string, [required: string, optional: string]> = {
  aim_register: ['name client_type agent_type', 'machine'],
  aim_whoami: ['', ''],
  aim_create_chat: ['name', 'description'],
  aim_list_chats: ['', 'query include_last_message since limit offset'],
  aim_follow_chat: ['', 'chat_id chat_name'],
  aim_leave_chat: ['chat_id', ''],
  aim_send_message: ['chat_id text', 'mentions reply_to_message_id'],
  aim_introduce: ['chat_id text who works_for goal seeking', ''],
  aim_get_messages: [
    '',
    'chat_id after before after_id before_id from_id query only_mentions limit mark_read',
  ],
  aim_list_participants: ['chat_id', ''],
  aim_store_memory: ['memory_type content', 'tags confidence project_id source_message_id metadata'],
  aim_search_memories: ['', 'query memory_types tags project_id status min_confidence limit offset'],
  aim_get_memory: ['memory_id', ''],
  aim_update_memory: ['memory_id', 'content confidence status tags metadata'],
  aim_supersede_memory: ['memory_id superseding_memory_id', 'reason'],
  aim_dispute_memory: ['memory_id reason', 'conflicting_memory_id'],
  aim_project_context: ['', 'project_id'],
};

const words = (text: string) => text.split(' ').filter(word => word !== '');

describe('the list of tools', () => {
  it('of the chat is exactly the seventeen, in the order in which one needs them', () => {
    expect(sets[0]?.tools.map(one => one.name)).toEqual(SEVENTEEN);
  });

  it.each(Object.entries(PARAMETERS))(
    '%s takes the parameters of the contract',
    (name, [required, optional]) => {
      const schema = listed.find(one => one.name === name)?.inputSchema;
      const must = name === 'aim_whoami' ? [] : ['client_session_key', ...words(required)];
      expect((schema?.required ?? []).toSorted()).toEqual(must.toSorted());
      expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(
        ['client_session_key', ...words(required), ...words(optional)].toSorted(),
      );
    },
  );

  it('has short names, all four hints, and a description on every tool', () => {
    for (const { name, annotations, description } of listed) {
      expect(name).toMatch(/^[a-z_]{1,30}$/);
      expect(description?.length).toBeGreaterThan(20);
      expect(Object.keys(annotations ?? {}).sort()).toEqual(
        ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'].sort(),
      );
    }
    const hinted = (hint: 'readOnlyHint' | 'idempotentHint') =>
      listed
        .filter(one => one.name.startsWith('aim_') && one.annotations?.[hint])
        .map(one => one.name)
        .sort();
    expect(hinted('readOnlyHint')).toEqual(
      [
        ...['aim_whoami', 'aim_list_chats', 'aim_get_messages', 'aim_list_participants'],
        ...['aim_search_memories', 'aim_get_memory', 'aim_project_context'],
      ].sort(),
    );
    expect(hinted('idempotentHint')).toEqual(
      [
        ...['aim_register', 'aim_whoami', 'aim_list_chats', 'aim_follow_chat', 'aim_leave_chat'],
        ...['aim_list_participants', 'aim_search_memories', 'aim_get_memory', 'aim_update_memory'],
        'aim_project_context',
      ].sort(),
    );
  });

  it('has schemas that strict clients take: an object, no union anywhere, items on every array', () => {
    const visit = (schema: Record<string, unknown>, place: string) => {
      for (const word of ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'not', 'propertyNames'])
        expect(schema, place).not.toHaveProperty(word);
      expect(typeof schema.type, place).toBe('string');
      if (schema.type === 'array') visit(schema.items as Record<string, unknown>, `${place}[]`);
      for (const [name, field] of Object.entries((schema.properties ?? {}) as object))
        visit(field, `${place}.${name}`);
    };
    for (const { name, inputSchema } of listed) {
      expect(inputSchema.type).toBe('object');
      visit(inputSchema, name);
    }
    // The visit above can fail
    expect(() => visit({ anyOf: [] }, 'x')).toThrow();
  });

  it('costs less than 6,000 tokens, at three bytes a token, which is more than any tokenizer takes for such text', () => {
    const bytes = Buffer.byteLength(JSON.stringify(listed));
    expect(Math.ceil(bytes / 3)).toBeLessThan(6000);
    const chat = listed.filter(one => SEVENTEEN.includes(one.name));
    expect(chat).toHaveLength(17);
  });

  it.each([
    [[0], 'aim_mcp', 'AI Messaging'],
    [[1], 'aimf_mcp', 'AIMF validator'],
    [[0, 1], 'aim_mcp', 'AI Messaging and AIMF validator'],
  ])('comes from a server that is named after its sets %j', async (chosen, name, title) => {
    const picked = chosen.flatMap(at => sets[at] ?? []);
    const other = await connected(picked);
    expect(other.getServerVersion()).toMatchObject({ name, title });
    const about = other.getInstructions() ?? '';
    expect([about.includes('aim_register'), about.includes('aimf_judge')]).toEqual([
      chosen.includes(0),
      chosen.includes(1),
    ]);
    await other.close();
  });

  it('is the same for every connection', async () => {
    const other = await connected(sets);
    expect((await other.listTools()).tools).toEqual(listed);
    await other.close();
  });

  it('shows the schema that arguments are read by', () => {
    for (const { name, input } of sets.flatMap(set => set.tools))
      expect(listed.find(one => one.name === name)?.inputSchema).toEqual(inputJsonSchema(input));
  });
});
