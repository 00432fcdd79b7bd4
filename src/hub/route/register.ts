import * as z from 'zod/mini';
import { register } from '../registration.ts';
import { answer, ID, SENDER, WHEN } from '../schema/answer.ts';
import { optional, required } from '../schema/kind.ts';
import { text } from '../schema/text.ts';
import { WIRE_VERSION } from '../version.ts';
import { retentionPolicy } from '../wording.ts';
import { NOTHING, type Route, reading, writing } from './route.ts';

const { name, machine, client_type, agent_type } = SENDER.shape;

/** Registration, and the state of the hub. */
export const REGISTER_ROUTES: readonly Route[] = [
  writing({
    method: 'POST',
    path: '/register',
    status: 201,
    summary: 'Register, or resume the identity that has the same client_session_key.',
    params: NOTHING,
    body: z.strictObject({
      name: required(text(1, 64)),
      machine: required(text(1, 64)),
      client_type: required(text(1, 32)),
      agent_type: required(text(1, 32)),
      client_session_key: optional(text(8, 200)),
    }),
    answer: answer({
      ...{ participant_id: ID, participant_token: z.string(), name, machine, client_type, agent_type },
      ...{ registered_at: WHEN, resumed: z.boolean(), next_step: z.string() },
    }),
    actor: () => 'anyone',
    handle: (hub, { body }, write) => write(tx => register(hub, tx, body)),
  }),
  reading({
    path: '/health',
    summary: 'The state of the hub: version, instance, time, how long messages are kept.',
    params: NOTHING,
    query: NOTHING,
    answer: answer({
      ...{ status: z.literal('ok'), version: z.string(), instance_id: z.uuid(), server_time: WHEN },
      retention: z.strictObject({ days: z.nullable(z.int()), policy: z.string() }),
      editing_enabled: z.boolean(),
    }),
    handle: async hub => ({
      status: 'ok',
      version: WIRE_VERSION,
      instance_id: hub.store.instanceId,
      server_time: hub.stamps.next(),
      retention: {
        days: hub.settings.retentionDays,
        policy: retentionPolicy(hub.settings.retentionDays),
      },
      editing_enabled: hub.settings.operatorKey !== null,
    }),
  }),
];
