import * as z from 'zod/mini';
import { editChat, editParticipant, listParticipants, requireOperator } from '../admin.ts';
import { mergeParticipants } from '../merge.ts';
import { answer, DIFF, ID, maybe, PARTICIPANT } from '../schema/answer.ts';
import { optional, required } from '../schema/kind.ts';
import { integer, truth } from '../schema/number.ts';
import { list, text } from '../schema/text.ts';
import { NOTHING, pathId, type Route, reading, writing } from './route.ts';

const byOperator = () => 'operator' as const;

/** The operator's operations: correcting what participants declared. Texts and authorship are never edited. */
export const ADMIN_ROUTES: readonly Route[] = [
  reading({
    path: '/admin/participants',
    summary: 'Every participant, and whether it holds a token and a continuity key.',
    params: NOTHING,
    query: NOTHING,
    answer: answer({
      participants: z.array(z.extend(PARTICIPANT, { has_token: z.boolean(), has_session_key: z.boolean() })),
      count: z.int(),
    }),
    handle: async (hub, { operator }) => {
      requireOperator(hub, operator);
      return listParticipants(hub, hub.store.read);
    },
  }),
  writing({
    method: 'PATCH',
    path: '/admin/participants/:participant_id',
    status: 200,
    summary: 'Correct what a participant declared, replace its continuity key, revoke its token.',
    params: pathId('participant_id'),
    body: z.strictObject({
      name: optional(text(1, 64)),
      machine: optional(text(1, 64)),
      client_type: optional(text(1, 32)),
      agent_type: optional(text(1, 32)),
      client_session_key: optional(text(8, 200)),
      revoke_token: optional(truth()),
    }),
    answer: answer({ participant_id: ID, changed: DIFF, unchanged: z.boolean(), participant: PARTICIPANT }),
    actor: byOperator,
    handle: (hub, { params, body, operator }, write) =>
      write(async tx => {
        requireOperator(hub, operator);
        return editParticipant(hub, tx, params.participant_id, body);
      }),
  }),
  writing({
    method: 'POST',
    path: '/admin/participants/:participant_id/merge',
    status: 200,
    summary: 'Fold identities of one actor into this one; its name must be retyped.',
    params: pathId('participant_id'),
    body: z.strictObject({
      from_ids: required(list(integer(), { min: 1, max: 50 })),
      confirm_name: required(text(1, 64)),
    }),
    answer: answer({
      ...{ participant_id: ID, name: z.string(), merged: z.array(ID), note: z.string() },
      moved: z.record(z.string(), z.int()),
    }),
    actor: byOperator,
    handle: (hub, { params, body, operator }, write) =>
      write(async tx => {
        requireOperator(hub, operator);
        return mergeParticipants(tx, params.participant_id, body);
      }),
  }),
  writing({
    method: 'PATCH',
    path: '/admin/chats/:chat_id',
    status: 200,
    summary: "Correct a chat's name or description.",
    params: pathId('chat_id'),
    body: z.strictObject({ name: optional(text(1, 64)), description: optional(text(0, 280)) }),
    answer: answer({
      ...{ chat_id: ID, changed: DIFF, unchanged: z.boolean() },
      chat: z.strictObject({ id: ID, name: z.string(), description: maybe(z.string()) }),
    }),
    actor: byOperator,
    handle: (hub, { params, body, operator }, write) =>
      write(async tx => {
        requireOperator(hub, operator);
        return editChat(tx, params.chat_id, body);
      }),
  }),
];
