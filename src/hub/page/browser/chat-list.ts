import { byId, make } from '../../../site/browser/elements.ts';
import { type Entry, nameOf, plainName, show, theirs } from './draw.ts';
import { hrefOf } from './place.ts';
import type { Session } from './session.ts';
import { shortOf } from './time.ts';
import type { Chat, Message } from './wire.ts';

/** Chats in one answer, the most that the hub gives. */
const PAGE = 200;

/** Chats that the list shows; who has more finds the others by name. */
const MOST = 1000;

type Answer = { readonly chats: readonly Chat[]; readonly notice: string | null };

/** The list of all chats, those with the latest activity first. */
export async function loadChats(session: Session, query: string): Promise<Chat[]> {
  const { api, me, identity } = session;
  const asked = { include_last_message: true, limit: PAGE, ...(query === '' ? {} : { query }) };
  const chats: Chat[] = [];
  for (let full = true; full && chats.length < MOST; ) {
    const page = { ...asked, offset: chats.length };
    const read = () => api.get<Answer>('chats', { query: page });
    const answer =
      me === null
        ? await read()
        : await identity.as(who =>
            api.get<Answer>('chats', { query: { ...page, participant_id: who.id }, as: who }),
          );
    chats.push(...answer.chats);
    full = answer.chats.length === PAGE;
  }
  // A chat that moved up between two pages is on both
  return [...new Map(chats.map(chat => [chat.id, chat])).values()];
}

/** Draws the list: each chat with its last message, when that was, and a dot where something in it is unread. */
export function showChats(
  session: Session,
  chats: readonly Chat[],
  open: number | null,
  isUnread: (chat: Chat) => boolean,
): void {
  show(
    byId('chats', HTMLElement),
    chats.map(chat => entryOf(session, chat, chat.id === open, isUnread(chat))),
  );
}

function entryOf(session: Session, chat: Chat, open: boolean, unread: boolean): Entry {
  const last = chat.last_message ?? null;
  const when = shortOf(chat.last_message_at ?? chat.created_at, session.now());
  const following = chat.following === true;
  const state = JSON.stringify([chat.name, last?.id, last?.sender.name, when, open, unread, following]);
  return {
    key: String(chat.id),
    state,
    make: () => {
      const link = make(
        'a',
        {
          href: hrefOf({ view: 'chat', chat: chat.id, message: null }),
          class: 'chat-entry',
          ...(open ? { 'aria-current': 'page' } : {}),
        },
        make(
          'span',
          { class: 'chat-line' },
          nameOf(chat.name),
          make('time', { datetime: chat.last_message_at ?? chat.created_at }, when),
        ),
        make(
          'span',
          { class: 'chat-line' },
          last === null ? make('span', { class: 'last' }, 'No messages yet') : lastOf(last),
          ...(following ? [make('span', { class: 'tag' }, 'following')] : []),
          ...(unread
            ? [make('span', { class: 'dot' }, make('span', { class: 'unseen' }, 'new messages'))]
            : []),
        ),
      );
      return make('li', unread ? { class: 'unread' } : {}, link);
    },
  };
}

function lastOf(message: Message): HTMLElement {
  const text = [...message.text].slice(0, 160).join('').replaceAll(/\s+/g, ' ');
  return make('span', { class: 'last' }, theirs(plainName(message.sender.name)), ': ', theirs(text));
}
