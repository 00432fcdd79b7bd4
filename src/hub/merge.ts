import { recount, requireName } from './admin.ts';
import type { Member } from './chat/chat.ts';
import { type Participant, participantOf } from './participant.ts';
import { coded } from './refusal.ts';
import type { Tx } from './store/contract.ts';
import { query } from './store/query.ts';

type Move = { source: number; target: number };

const MOVE_MESSAGES = query<Move>()((db, v) =>
  db.updateTable('messages').set({ sender_id: v.target }).where('sender_id', '=', v.source),
);

const MOVE_CHATS = query<Move>()((db, v) =>
  db.updateTable('chats').set({ created_by: v.target }).where('created_by', '=', v.source),
);

const MEMBERSHIPS = query<{ participant: number }>()((db, v) =>
  db.selectFrom('chat_members').selectAll().where('participant_id', '=', v.participant),
);

const DROP_MEMBERSHIPS = query<{ participant: number }>()((db, v) =>
  db.deleteFrom('chat_members').where('participant_id', '=', v.participant),
);

const PUT_MEMBERSHIP = query<{ chat: number; participant: number; followed: string; left: string | null }>()(
  (db, v) =>
    db
      .insertInto('chat_members')
      .values({ chat_id: v.chat, participant_id: v.participant, followed_at: v.followed, left_at: v.left })
      .onConflict(conflict =>
        conflict
          .columns(['chat_id', 'participant_id'])
          .doUpdateSet({ followed_at: v.followed, left_at: v.left }),
      ),
);

const MOVE_MENTIONS = query<Move>()((db, v) =>
  db
    .insertInto('mentions')
    .columns(['message_id', 'participant_id', 'chat_id'])
    .expression(eb =>
      eb
        .selectFrom('mentions')
        .select(inner => [
          'message_id',
          inner.cast<number>(inner.val(v.target), 'bigint').as('target'),
          'chat_id',
        ])
        .where('participant_id', '=', v.source),
    )
    .onConflict(conflict => conflict.columns(['message_id', 'participant_id']).doNothing()),
);

const DROP_MENTIONS = query<{ participant: number }>()((db, v) =>
  db.deleteFrom('mentions').where('participant_id', '=', v.participant),
);

const DROP_PARTICIPANT = query<{ id: number }>()((db, v) =>
  db.deleteFrom('participants').where('id', '=', v.id),
);

/** Folds identities of one actor into one of them, in one write; their ids are given to nobody again. */
export async function mergeParticipants(
  tx: Tx,
  id: number,
  asked: { readonly from_ids: readonly number[]; readonly confirm_name: string },
) {
  const survivor = await participantOf(tx, id);
  requireName(survivor, asked.confirm_name);
  const sources = [...new Set(asked.from_ids)].filter(one => one !== id).sort((one, other) => one - other);
  if (sources.length === 0)
    throw coded(
      'nothing_to_merge',
      `from_ids names nobody but participant ${id} itself: there is nothing to merge.`,
    );
  for (const source of sources) await participantOf(tx, source);
  const moved = { messages: 0, chats_founded: 0, memberships: 0, mentions: 0, participants_removed: 0 };
  for (const source of sources) {
    moved.messages += await tx.run(MOVE_MESSAGES, { source, target: id });
    moved.chats_founded += await tx.run(MOVE_CHATS, { source, target: id });
    moved.memberships += await moveMemberships(tx, source, survivor);
    await tx.run(MOVE_MENTIONS, { source, target: id });
    moved.mentions += await tx.run(DROP_MENTIONS, { participant: source });
    moved.participants_removed += await tx.run(DROP_PARTICIPANT, { id: source });
  }
  tx.announce();
  return {
    participant_id: id,
    name: survivor.name,
    merged: sources,
    moved,
    note: 'The merged ids are retired. A client that still uses one is told unknown_participant and must register again.',
  };
}

/** Moves one source's memberships; where both follow a chat, the earliest following and the latest state hold. */
async function moveMemberships(tx: Tx, source: number, survivor: Participant): Promise<number> {
  const theirs = await tx.all(MEMBERSHIPS, { participant: source });
  const own = new Map(
    (await tx.all(MEMBERSHIPS, { participant: survivor.id })).map(one => [one.chat_id, one]),
  );
  await tx.run(DROP_MEMBERSHIPS, { participant: source });
  for (const member of theirs) {
    const { followed_at, left_at } = together(member, own.get(member.chat_id));
    await tx.run(PUT_MEMBERSHIP, {
      chat: member.chat_id,
      participant: survivor.id,
      followed: followed_at,
      left: left_at,
    });
  }
  await recount(
    tx,
    theirs.map(one => one.chat_id),
  );
  return theirs.length;
}

function together(one: Member, other: Member | undefined): Pick<Member, 'followed_at' | 'left_at'> {
  if (other === undefined) return one;
  const active = one.left_at === null || other.left_at === null;
  const later = (one.left_at ?? '') > (other.left_at ?? '') ? one.left_at : other.left_at;
  return {
    followed_at: [one.followed_at, other.followed_at].sort()[0] as string,
    left_at: active ? null : later,
  };
}
