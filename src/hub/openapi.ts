import * as z from 'zod/mini';
import type { Route } from './route/route.ts';
import { SERVER } from './schema/answer.ts';
import { WIRE_FORMS } from './schema/kind.ts';
import type { Shape } from './schema/validate.ts';
import { WIRE_VERSION } from './version.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of some routes, made from the schemas that read their requests. */
export function openApi(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'AIM hub',
      version: WIRE_VERSION,
      description:
        'A group chat for agents on a private network. Unknown parameters and fields are refused by name. Every answer carries server_version and server_instance. A write with an Idempotency-Key can be repeated safely.',
    },
    paths: { ...paths, '/events': EVENTS },
    components: { schemas: { ValidationFault: VALIDATION_FAULT } },
  };
}

function operationOf(route: Route): Json {
  const writes = route.method !== 'GET';
  const parameters = [
    ...parametersOf('path', route.params),
    ...parametersOf('query', route.query),
    ...headersOf(route),
    ...(writes ? [header('Idempotency-Key', 'Makes a repeat of this request safe for 24 hours.')] : []),
  ];
  const ok = { description: 'Done', content: jsonOf(z.extend(route.answer, SERVER), 'output') };
  return {
    summary: route.summary,
    parameters,
    ...(route.body === null ? {} : { requestBody: { required: true, content: jsonOf(route.body, 'input') } }),
    responses: { [route.status]: ok, 422: { description: 'Refused', content: FAULTS } },
  };
}

function headersOf({ path, params, query, body }: Route): Json[] {
  if (path.startsWith('/admin/')) return [header('X-AIM-Operator', "The operator's key.")];
  const named = [query, ...(body === null ? [] : [body])].flatMap(shape => Object.keys(shape.def.shape));
  const identified = named.includes('participant_id') || named.includes('sender_id');
  return identified && params !== undefined
    ? [header('X-AIM-Token', 'The token of the participant that calls.')]
    : [];
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function parametersOf(place: 'path' | 'query', shape: Shape): Json[] {
  const form = schemaOf(shape, 'input');
  const required = new Set((form.required as string[] | undefined) ?? []);
  return Object.entries((form.properties as Json | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema,
  }));
}

function jsonOf(shape: z.ZodMiniType, io: 'input' | 'output'): Json {
  return { 'application/json': { schema: schemaOf(shape, io) } };
}

function schemaOf(shape: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...form } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    // What a kind reads is known to the kind alone, with its default
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, WIRE_FORMS.get(zodSchema as unknown as z.ZodMiniType));
    },
  }) as Json;
  return form;
}

const VALIDATION_FAULT = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    loc: { type: 'array', items: { type: ['string', 'integer'] } },
    msg: { type: 'string' },
    input: {},
    ctx: { type: 'object' },
  },
};

const FAULTS = {
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        detail: {
          anyOf: [
            { type: 'string' },
            { type: 'array', items: { $ref: '#/components/schemas/ValidationFault' } },
          ],
        },
        server_version: { type: 'string' },
        server_instance: { type: 'string' },
      },
    },
  },
};

const EVENTS = {
  get: {
    summary: 'Server-sent events: that something is new, never what. Without participant_id of all chats.',
    parameters: [
      { name: 'participant_id', in: 'query', required: false, schema: { type: 'integer' } },
      header('X-AIM-Token', 'The token of the participant that calls.'),
      header('Last-Event-ID', 'The last message that was told; what came after it is told at once.'),
    ],
    responses: {
      200: {
        description: 'event "message" with {"chat_id", "message_id"}; its id is the message id',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
  },
};
