import { make } from '../../../site/browser/elements.ts';
import { openDialog } from './dialog.ts';
import { identityOf, nameOf, plainName, theirs } from './draw.ts';
import { goTo } from './place.ts';
import type { Session } from './session.ts';
import { wholeOf } from './time.ts';
import type { Chat, Member, Message } from './wire.ts';

/** Results of one chat, the most that are shown. */
const MOST = 100;

/** Searches the messages of a chat, or of all chats, and leads to what was found. */
export function searchDialog(session: Session, chat: Chat, members: readonly Member[]): void {
  const { body, dialog, close } = openDialog('Search messages', 'wide');
  const text = make('input', {
    id: 'search-text',
    type: 'search',
    dir: 'auto',
    autocomplete: 'off',
  }) as HTMLInputElement;
  const scope = selectOf('search-scope', [
    ['here', 'this chat'],
    ['all', 'all chats'],
  ]);
  const from = selectOf('search-from', [
    ['', 'anybody'],
    ...members.map(one => [String(one.id), `${plainName(one.name)} (#${one.id})`] as const),
  ]);
  const forMe = make('input', { id: 'search-me', type: 'checkbox' }) as HTMLInputElement;
  const submit = make('button', { type: 'submit', class: 'main' }, 'Search');
  const found = make('ol', { class: 'found' });
  const told = make('p', { role: 'status', class: 'hint' });
  const form = make(
    'form',
    { class: 'search', role: 'search' },
    labelled('Words', text),
    labelled('In', scope),
    labelled('From', from),
    ...(session.me === null ? [] : [make('label', { class: 'check' }, forMe, 'only where I am mentioned')]),
    submit,
  );
  let round = 0;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    round += 1;
    const mine = round;
    const going = () => mine === round && dialog.open;
    found.replaceChildren();
    told.textContent = 'Searching…';
    const chats = scope.value === 'all' ? session.chats : [chat];
    let count = 0;
    try {
      for (const one of chats) {
        if (!going()) return;
        const messages = await search(session, one, {
          text: text.value,
          from: from.value,
          forMe: forMe.checked,
        });
        count += messages.length;
        if (going()) found.append(...messages.map(message => resultOf(message, one, close)));
      }
      if (going())
        told.textContent =
          count === 0 ? 'Nothing was found.' : `${count} found, the newest of each chat first.`;
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  body.append(form, told, found);
  text.focus();
}

type Asked = { readonly text: string; readonly from: string; readonly forMe: boolean };

async function search(
  session: Session,
  chat: Chat,
  { text, from, forMe }: Asked,
): Promise<readonly Message[]> {
  const query = {
    limit: MOST,
    ...(text === '' ? {} : { query: text }),
    ...(from === '' ? {} : { from_id: Number(from) }),
  };
  const path = `chats/${chat.id}/messages`;
  const answer = forMe
    ? await session.act(who =>
        session.api.get<{ messages: Message[] }>(path, {
          query: { ...query, participant_id: who.id, only_mentions: true },
          as: who,
        }),
      )
    : await session.api.get<{ messages: Message[] }>(path, { query });
  return answer.messages;
}

function resultOf(message: Message, chat: Chat, close: () => void): HTMLElement {
  const link = make(
    'button',
    { type: 'button', class: 'result' },
    make(
      'span',
      { class: 'result-head' },
      nameOf(message.sender.name),
      ' ',
      identityOf(message.sender),
      ' in ',
      nameOf(chat.name),
    ),
    theirs(message.text, 'result-text'),
    make('time', { datetime: message.created_at }, wholeOf(message.created_at)),
  );
  link.addEventListener('click', () => {
    close();
    goTo({ view: 'chat', chat: chat.id, message: message.id });
  });
  return make('li', {}, link);
}

function selectOf(id: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
  const made = options.map(([value, words]) => make('option', { value }, words));
  return make('select', { id }, ...made) as HTMLSelectElement;
}

function labelled(words: string, field: HTMLElement): HTMLElement {
  return make('div', { class: 'field' }, make('label', { for: field.id }, words), field);
}
