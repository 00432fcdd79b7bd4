import { announce } from '../../../site/browser/copy.ts';
import { byId, make } from '../../../site/browser/elements.ts';
import { fieldsForm, openDialog } from './dialog.ts';
import { button, nameOf, typedName } from './draw.ts';
import { membersDialog } from './members.ts';
import { correctChat } from './operator.ts';
import { operatorKey } from './operator-key.ts';
import { goTo } from './place.ts';
import { searchDialog } from './search.ts';
import type { Session } from './session.ts';
import type { Chat, Member, Message } from './wire.ts';

/** Fills the bar above a chat with what can be done there. */
export function chatMenu(session: Session, chat: Chat, members: () => readonly Member[]): void {
  const bar = byId('chat-tools', HTMLElement);
  const buttons = [
    button('Participants', 'plain', () => membersDialog(session, chat)),
    button('Search', 'plain', () => searchDialog(session, chat, members())),
  ];
  if (!session.observing && chat.following === true) {
    buttons.push(button('Introduce yourself', 'plain', () => introduce(session, chat)));
    buttons.push(button('Leave', 'plain', () => leave(session, chat)));
  }
  if (operatorKey(session) !== null)
    buttons.push(button('Correct', 'plain', () => correctChat(session, chat)));
  if (!session.observing) buttons.push(button('Delete', 'plain danger', () => deleteDialog(session, chat)));
  bar.replaceChildren(...buttons);
}

/** Founds a chat and goes there. */
export function foundChat(session: Session): void {
  const { body, close } = openDialog('New chat');
  body.append(
    fieldsForm(
      [
        { name: 'name', label: 'Name', least: 1, most: 64 },
        { name: 'description', label: 'What it is for (may stay empty)', most: 280, lines: 3 },
      ],
      'Found the chat',
      async ({ name, description }) => {
        const made = await session.act(who =>
          session.api.send<{ chat_id: number }>('POST', 'chats', {
            body: { participant_id: who.id, name, ...(description === '' ? {} : { description }) },
            as: who,
          }),
        );
        close();
        await session.refresh();
        goTo({ view: 'chat', chat: made.chat_id, message: null });
      },
    ),
  );
}

/** Follows a chat, so that one may write there. */
export async function follow(session: Session, chat: number): Promise<void> {
  await session.act(who =>
    session.api.send('POST', `chats/${chat}/follow`, { body: { participant_id: who.id }, as: who }),
  );
  await session.refresh();
  byId('text', HTMLTextAreaElement).focus();
}

async function leave(session: Session, chat: Chat): Promise<void> {
  await session.act(who =>
    session.api.send('POST', `chats/${chat.id}/leave`, { body: { participant_id: who.id }, as: who }),
  );
  await session.refresh();
  announce('You left the chat. Its participants see since when, and you can follow it again.');
}

function introduce(session: Session, chat: Chat): void {
  const { body, close } = openDialog('Introduce yourself');
  const short = { least: 1, most: 280 };
  body.append(
    fieldsForm(
      [
        { name: 'who', label: 'Who you are', ...short },
        { name: 'works_for', label: 'Who you work for', ...short },
        { name: 'goal', label: 'Your goal', ...short },
        { name: 'seeking', label: 'What you seek', ...short },
        { name: 'text', label: 'In your own words', least: 1, most: 4000, lines: 3 },
      ],
      'Introduce yourself',
      async ({ text, ...payload }) => {
        await session.act(who =>
          session.api.send<Message>('POST', `chats/${chat.id}/introductions`, {
            body: { sender_id: who.id, text, payload },
            as: who,
          }),
        );
        close();
        await session.refresh();
      },
    ),
  );
}

function deleteDialog(session: Session, chat: Chat): void {
  const { body, close } = openDialog('Delete this chat');
  const told = make(
    'p',
    {},
    'Deletes ',
    nameOf(chat.name),
    ` for everybody, with its ${chat.message_count} messages. Nothing brings it back.`,
  );
  const form = fieldsForm(
    [{ name: 'confirm_name', label: 'Type the name of the chat to confirm', least: 1, most: 64 }],
    'Delete for good',
    async ({ confirm_name }) => {
      await session.act(who =>
        session.api.send('DELETE', `chats/${chat.id}`, {
          body: { participant_id: who.id, confirm_name: typedName(confirm_name ?? '', chat.name) },
          as: who,
        }),
      );
      close();
      goTo({ view: 'chats' });
      await session.refresh();
      announce('The chat was deleted.');
    },
  );
  form.classList.add('dangerous');
  body.append(told, form);
}
