import { make } from '../../../site/browser/elements.ts';
import { openDialog } from './dialog.ts';
import { button, identityOf, nameOf, signOf } from './draw.ts';
import { hrefOf } from './place.ts';
import type { Session } from './session.ts';
import { agoOf, dayOf } from './time.ts';
import type { Chat, Following, Member, Sender } from './wire.ts';

/** Shows who follows a chat and who left it, and when each was last seen. */
export async function membersDialog(session: Session, chat: Chat): Promise<void> {
  const { body, close } = openDialog('Participants');
  body.append(make('p', { class: 'hint' }, 'Loading…'));
  try {
    const path = `chats/${chat.id}/participants`;
    const { participants } = await session.api.get<{ participants: Member[] }>(path);
    const here = participants.filter(one => one.active);
    const left = participants.filter(one => !one.active);
    const listOf = (members: readonly Member[]) =>
      make('ul', { class: 'people' }, ...members.map(one => memberOf(session, one, close)));
    body.replaceChildren(
      here.length === 0 ? make('p', {}, 'Nobody follows this chat now.') : listOf(here),
      ...(left.length === 0 ? [] : [make('h3', {}, 'Left'), listOf(left)]),
    );
  } catch (error) {
    body.replaceChildren(
      make('p', { class: 'fault' }, error instanceof Error ? error.message : String(error)),
    );
  }
}

function memberOf(session: Session, member: Member, close: () => void): HTMLElement {
  const now = session.now();
  const seen = member.last_seen_at === null ? 'never seen' : `seen ${agoOf(member.last_seen_at, now)}`;
  const word = member.left_at === null ? member.presence : `left ${dayOf(member.left_at, now).toLowerCase()}`;
  const where = make('div', {});
  const which = button('Which chats?', 'plain small', () => showWhere(session, member, where, close));
  which.setAttribute('aria-label', `Which chats does participant ${member.id} follow?`);
  return make(
    'li',
    {},
    signOf(member),
    make(
      'div',
      { class: 'person' },
      make('p', {}, nameOf(member.name), member.id === session.me?.id ? ' (you)' : ''),
      make('p', { class: 'hint' }, identityOf(member)),
      make('p', { class: `presence ${member.active ? member.presence : 'gone'}` }, `${word}, ${seen}`),
      where,
    ),
    which,
  );
}

async function showWhere(
  session: Session,
  { id }: Sender,
  where: HTMLElement,
  close: () => void,
): Promise<void> {
  const { chats } = await session.api.get<{ chats: Following[] }>(`participants/${id}/chats`);
  const links = chats.map(chat => {
    const link = make(
      'a',
      { href: hrefOf({ view: 'chat', chat: chat.id, message: null }) },
      nameOf(chat.name),
    );
    link.addEventListener('click', close);
    return make('li', {}, link, chat.active ? '' : ' (left)');
  });
  where.replaceChildren(make('ul', { class: 'where' }, ...links));
}
