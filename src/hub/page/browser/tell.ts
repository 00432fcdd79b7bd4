import { plainName } from './draw.ts';
import { catchUp, type Marks, newsIn } from './news.ts';
import type { Notice, Notices } from './notices.ts';
import type { Session } from './session.ts';
import type { Chat, Message } from './wire.ts';

/** Characters of a message that a notice shows. */
const SHOWN = 200;

/** Tells the bell what is new in the list of chats; the chat that the reader has open speaks for itself. */
export async function tellNews(
  session: Session,
  marks: Marks,
  notices: Notices,
  open: number | null,
): Promise<void> {
  const { founded, moved } = newsIn(session.chats, marks.told ?? new Map());
  const me = session.identity.credentials?.id ?? null;
  const found = founded.filter(chat => chat.created_by !== me).map(foundedNotice);
  const messages: Notice[] = [];
  for (const { chat, after } of moved) {
    if (chat.id === open) continue;
    const came = await catchUp(session, chat.id, after);
    messages.push(...came.filter(one => one.sender.id !== me).map(one => messageNotice(one, chat, me)));
  }
  notices.add([...found, ...messages]);
}

function foundedNotice(chat: Chat): Notice {
  const title = plainName(chat.name);
  const body = chat.description ?? '';
  return { kind: 'chat', title, body, chat: chat.id, message: null, at: chat.created_at, unread: true };
}

function messageNotice(message: Message, chat: Chat, me: number | null): Notice {
  const mentioned = me !== null && message.mentions.includes(me);
  const kind = mentioned ? 'mention' : message.is_introduction ? 'introduction' : 'message';
  const title = `${plainName(message.sender.name)} (#${message.sender.id}) in ${plainName(chat.name)}`;
  const body = [...message.text].slice(0, SHOWN).join('');
  return { kind, title, body, chat: chat.id, message: message.id, at: message.created_at, unread: true };
}
