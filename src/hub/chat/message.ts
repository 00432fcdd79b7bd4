import { foldedApart } from '../fold.ts';
import type { Hub } from '../hub.ts';
import { authenticate, type Sender, senderOf } from '../participant.ts';
import { Refusal, unknownChat, unknownParticipant } from '../refusal.ts';
import type { Tx } from '../store/contract.ts';
import { asRows, numberIn, place, query, rowsOf, textIn } from '../store/query.ts';

/** What each draft is judged by: its chat, its sender, and what the one is to the other; null is what there is not. */
const STANDING = query<{ drafts: string }>()((db, v) =>
  db
    .selectFrom(rowsOf(v.drafts))
    .leftJoin('chats', join => join.on('chats.id', '=', numberIn('chat')))
    .leftJoin('participants', join => join.on('participants.id', '=', numberIn('sender')))
    .leftJoin('chat_members', join =>
      join
        .onRef('chat_members.chat_id', '=', 'chats.id')
        .onRef('chat_members.participant_id', '=', 'participants.id'),
    )
    .select(['chats.id as chat_id', 'last_seq', 'last_message_at', 'followed_at', 'left_at'])
    .select(['participants.id', 'participants.name', 'machine', 'client_type', 'agent_type', 'token_hash'])
    .select(eb =>
      eb.selectFrom('messages').select('created_at').orderBy('id', 'desc').limit(1).as('newest_at'),
    )
    .orderBy(place()),
);

const ACTIVE = query<{ asked: string }>()((db, v) =>
  db
    .selectFrom(rowsOf(v.asked))
    .innerJoin('chat_members', join =>
      join
        .on('chat_members.chat_id', '=', numberIn('chat'))
        .on('chat_members.participant_id', '=', numberIn('participant')),
    )
    .select(['chat_id', 'participant_id'])
    .where('left_at', 'is', null),
);

const INSERT = query<{ messages: string }>()((db, v) =>
  db
    .insertInto('messages')
    .columns([
      ...(['chat_id', 'seq', 'sender_id', 'text', 'text_folded'] as const),
      ...(['is_introduction', 'intro_payload', 'created_at'] as const),
    ])
    .expression(
      db
        .selectFrom(rowsOf(v.messages))
        .select([
          ...[numberIn('chat').as('chat_id'), numberIn('seq').as('seq'), numberIn('sender').as('sender_id')],
          ...[textIn('text').as('text'), textIn<string | null>('folded').as('text_folded')],
          numberIn('introduction').as('is_introduction'),
          textIn<string | null>('payload').as('intro_payload'),
          textIn('at').as('created_at'),
        ])
        .orderBy(place()),
    )
    .returning(['id', 'chat_id', 'seq']),
);

/** Makes the chats' counters true after messages came in. A message's number says how many came before it. */
const COUNT = query<{ chats: string }>()((db, v) =>
  db
    .updateTable('chats')
    .from(rowsOf(v.chats))
    .set(eb => ({
      last_message_id: eb
        .selectFrom('messages')
        .select(({ fn }) => fn.max('messages.id').as('id'))
        .whereRef('messages.chat_id', '=', 'chats.id'),
      last_message_at: textIn('at'),
      active_at: textIn('at'),
      message_count: eb(eb('message_count', '+', numberIn('seq')), '-', eb.ref('last_seq')),
      last_seq: numberIn('seq'),
    }))
    .where('chats.id', '=', numberIn('chat')),
);

const MENTION = query<{ mentions: string }>()((db, v) =>
  db
    .insertInto('mentions')
    .columns(['message_id', 'participant_id', 'chat_id'])
    .expression(
      db
        .selectFrom(rowsOf(v.mentions))
        .select([
          numberIn('message').as('message_id'),
          numberIn('participant').as('participant_id'),
          numberIn('chat').as('chat_id'),
        ]),
    ),
);

/** What a participant writes: a message, or an introduction with its payload. */
export type Draft = {
  readonly chatId: number;
  readonly sender: number;
  readonly token: string | null;
  readonly text: string;
  readonly mentions: readonly number[];
  readonly payload: object | null;
};

/** A draft that may be sent, with the place and the time that it has in its chat. */
type Accepted = {
  readonly draft: Draft;
  readonly sender: Sender;
  readonly mentions: readonly number[];
  readonly chat: number;
  readonly seq: number;
  readonly at: string;
};

export type Message = ReturnType<typeof messageOf>;

type Sending = Pick<Hub, 'stamps' | 'presence'>;

/** Stores a message, or throws why not. */
export async function sendMessage(hub: Sending, tx: Tx, draft: Draft): Promise<Message> {
  const [sent] = await sendMessages(hub, tx, [draft]);
  if (sent instanceof Refusal) throw sent;
  return sent as Message;
}

/**
 * Stores messages in their order, and gives each one or why it is refused. As many as they are, the store is asked the
 * same few questions. Ids and times are given in the one serialized write, so both tell the same order.
 */
export async function sendMessages(
  hub: Sending,
  tx: Tx,
  drafts: readonly Draft[],
): Promise<(Message | Refusal)[]> {
  const [standings, active] = await Promise.all([standingsOf(tx, drafts), activeOf(tx, drafts)]);
  const numbers = new Map<number, number>();
  const judged = drafts.map((draft, at) => judge(hub, draft, standings[at] as Standing, active, numbers));
  const accepted = judged.filter((one): one is Accepted => !(one instanceof Refusal));
  const ids = accepted.length === 0 ? new Map() : await store(tx, accepted);
  return judged.map(one => (one instanceof Refusal ? one : messageOf(one, ids.get(keyOf(one)))));
}

type Standing = Awaited<ReturnType<typeof standingsOf>>[number];

function standingsOf(tx: Tx, drafts: readonly Draft[]) {
  const asked = drafts.map(({ chatId, sender }) => ({ chat: known(chatId), sender: known(sender) }));
  return tx.all(STANDING, { drafts: asRows(asked) });
}

/** Who follows which chat now, of those who are mentioned. */
async function activeOf(tx: Tx, drafts: readonly Draft[]): Promise<ReadonlySet<string>> {
  const asked = drafts.flatMap(({ chatId, mentions }) =>
    mentions.map(participant => ({ chat: known(chatId), participant: known(participant) })),
  );
  if (asked.length === 0) return new Set();
  const rows = await tx.all(ACTIVE, { asked: asRows(asked) });
  return new Set(rows.map(row => `${row.chat_id} ${row.participant_id}`));
}

/** An id that may be stored: what JavaScript rounds was never given. */
function known(id: number): number | null {
  return Number.isSafeInteger(id) ? id : null;
}

/** Judges one draft after those before it; `numbers` has the newest number of each chat that they are in. */
function judge(
  hub: Sending,
  draft: Draft,
  standing: Standing,
  active: ReadonlySet<string>,
  numbers: Map<number, number>,
): Accepted | Refusal {
  try {
    const chat = standing.chat_id;
    if (chat === null) throw unknownChat(draft.chatId);
    const sender = requireSender(hub, draft, standing);
    requireMember(draft, standing);
    const mentions = requireActive(draft, active);
    const seq = (numbers.get(chat) ?? standing.last_seq ?? 0) + 1;
    numbers.set(chat, seq);
    const at = hub.stamps.after(later(standing.newest_at, standing.last_message_at));
    return { draft, sender, mentions, chat, seq, at };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function requireSender(hub: Sending, draft: Draft, standing: Standing): Sender {
  const { id, name, machine, client_type, agent_type, token_hash } = standing;
  if (id === null || name === null || machine === null || client_type === null || agent_type === null)
    throw unknownParticipant(draft.sender);
  authenticate(hub, { id, token_hash }, draft.token);
  return senderOf({ id, name, machine, client_type, agent_type });
}

/** Refuses a participant that may not write in a chat. */
function requireMember({ sender, chatId }: Draft, { followed_at, left_at }: Standing): void {
  if (followed_at === null)
    throw new Refusal(
      403,
      `Participant ${sender} does not follow chat ${chatId}. Follow it first (POST /chats/${chatId}/follow).`,
    );
  if (left_at !== null)
    throw new Refusal(
      403,
      `Participant ${sender} left chat ${chatId} at ${left_at}. Follow it again to write (POST /chats/${chatId}/follow).`,
    );
}

/** Who is mentioned, once each and by id; all must follow the chat now. */
function requireActive({ chatId, mentions: asked }: Draft, active: ReadonlySet<string>): number[] {
  const mentions = [...new Set(asked)].sort((one, other) => one - other);
  const strangers = mentions.filter(participant => !active.has(`${chatId} ${participant}`));
  if (strangers.length > 0)
    throw new Refusal(
      422,
      `Only active members of chat ${chatId} can be mentioned, and these are none: ${strangers.join(', ')}. GET /chats/${chatId}/participants lists the members.`,
    );
  return mentions;
}

function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/** Stores messages and what follows from them, and gives their ids. */
async function store(tx: Tx, accepted: readonly Accepted[]): Promise<ReadonlyMap<string, number>> {
  const messages = accepted.map(({ draft, sender, ...rest }) => ({
    ...{ chat: rest.chat, seq: rest.seq, at: rest.at, sender: sender.id },
    ...{ text: draft.text, folded: foldedApart(draft.text) },
    introduction: draft.payload === null ? 0 : 1,
    payload: draft.payload === null ? null : JSON.stringify(draft.payload),
  }));
  const newest = new Map(accepted.map(({ chat, seq, at }) => [chat, { chat, seq, at }]));
  const [rows] = await Promise.all([
    tx.all(INSERT, { messages: asRows(messages) }),
    tx.run(COUNT, { chats: asRows([...newest.values()]) }),
  ]);
  tx.announce();
  const ids = new Map(rows.map(row => [keyOf({ chat: row.chat_id, seq: row.seq }), row.id]));
  const mentions = accepted.flatMap(({ chat, seq, mentions }) =>
    mentions.map(participant => ({ message: ids.get(keyOf({ chat, seq })), participant, chat })),
  );
  if (mentions.length > 0) await tx.run(MENTION, { mentions: asRows(mentions) });
  return ids;
}

function keyOf({ chat, seq }: { chat: number; seq: number }): string {
  return `${chat} ${seq}`;
}

function messageOf({ draft, sender, mentions, chat, at }: Accepted, id: number) {
  return {
    id,
    chat_id: chat,
    sender,
    text: draft.text,
    mentions,
    is_introduction: draft.payload !== null,
    intro_payload: draft.payload,
    created_at: at,
  };
}
