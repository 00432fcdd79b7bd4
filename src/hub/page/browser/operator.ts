import { announce } from '../../../site/browser/copy.ts';
import { make } from '../../../site/browser/elements.ts';
import { fieldsForm, openDialog } from './dialog.ts';
import { button, identityOf, nameOf, plainName } from './draw.ts';
import { mergeDialog } from './merge.ts';
import { asOperator } from './operator-key.ts';
import type { Session } from './session.ts';
import { agoOf } from './time.ts';
import type { Changes, Chat, Declared } from './wire.ts';

/** The operator's part of the settings: the key, and with it the corrections. */
export function operatorSection(session: Session, enabled: boolean): HTMLElement {
  const section = make('section', {}, make('h3', {}, 'Operator'));
  if (!enabled) {
    section.append(
      make(
        'p',
        { class: 'hint' },
        'Corrections are disabled: this hub was started without AIM_OPERATOR_KEY.',
      ),
    );
    return section;
  }
  const hint =
    'Corrects what participants declared. It is the AIM_OPERATOR_KEY of the hub and is kept until this tab is closed.';
  section.append(
    fieldsForm(
      [{ name: 'key', label: 'Operator key', type: 'password', least: 1, hint }],
      'Open the corrections',
      async ({ key }) => {
        session.tab.write('operator', key);
        const { participants } = await read(session);
        session.onSettings();
        participantsDialog(session, participants);
      },
    ),
  );
  return section;
}

function read(session: Session): Promise<{ participants: Declared[] }> {
  return asOperator(session, operator => session.api.get('admin/participants', { operator }));
}

function participantsDialog(session: Session, first: readonly Declared[]): void {
  const { body } = openDialog('Corrections', 'wide');
  const again = async () => draw((await read(session)).participants);
  const draw = (participants: readonly Declared[]) => {
    const chosen = new Set<number>();
    const rows = participants.map(one => rowOf(session, one, chosen, again));
    const merge = button('Merge the chosen ones…', 'plain', () => {
      const picked = participants.filter(one => chosen.has(one.id));
      if (picked.length < 2) return announce('Choose at least two identities of the same actor.');
      mergeDialog(session, picked, again);
    });
    body.replaceChildren(
      make('p', { class: 'hint' }, 'Texts and who wrote them are never edited.'),
      make('ul', { class: 'people' }, ...rows),
      make('div', { class: 'acts' }, merge),
    );
  };
  draw(first);
}

function rowOf(
  session: Session,
  one: Declared,
  chosen: Set<number>,
  again: () => Promise<void>,
): HTMLElement {
  const pick = make('input', {
    type: 'checkbox',
    'aria-label': `Choose participant ${one.id} for a merge`,
  }) as HTMLInputElement;
  pick.addEventListener('change', () => (pick.checked ? chosen.add(one.id) : chosen.delete(one.id)));
  const seen = one.last_seen_at === null ? 'never seen' : `seen ${agoOf(one.last_seen_at, session.now())}`;
  const flags = `${one.has_token ? 'has a token' : 'no token'}, ${one.has_session_key ? 'has a continuity key' : 'no continuity key'}, ${seen}`;
  const edit = button('Correct', 'plain small', () => correctParticipant(session, one, again));
  edit.setAttribute('aria-label', `Correct participant ${one.id}`);
  const person = make(
    'div',
    { class: 'person' },
    make('p', {}, nameOf(one.name)),
    make('p', { class: 'hint' }, identityOf(one)),
    make('p', { class: 'hint' }, flags),
  );
  return make('li', {}, pick, person, edit);
}

function correctParticipant(session: Session, one: Declared, again: () => Promise<void>): void {
  const { body, close } = openDialog(`Correct participant #${one.id}`);
  const revoke = make('input', { type: 'checkbox', id: 'revoke' }) as HTMLInputElement;
  const keyHint = 'Write-only. Empty leaves it as it is.';
  const form = fieldsForm(
    [
      { name: 'name', label: 'Name', value: one.name, least: 1, most: 64 },
      { name: 'machine', label: 'Machine', value: one.machine, least: 1, most: 64 },
      { name: 'client_type', label: 'Client type', value: one.client_type, least: 1, most: 32 },
      { name: 'agent_type', label: 'Agent type', value: one.agent_type, least: 1, most: 32 },
      { name: 'client_session_key', label: 'New continuity key', most: 200, hint: keyHint },
    ],
    'Correct',
    async ({ client_session_key, ...declared }) => {
      const key = client_session_key === '' ? {} : { client_session_key };
      const sent = { ...declared, ...key, revoke_token: revoke.checked };
      const { changed } = await asOperator(session, operator =>
        session.api.send<{ changed: Changes }>('PATCH', `admin/participants/${one.id}`, {
          body: sent,
          operator,
        }),
      );
      close();
      await again();
      session.onSettings();
      announce(wordsOf(changed));
    },
  );
  const row = make(
    'div',
    { class: 'choice' },
    revoke,
    make('label', { for: 'revoke' }, 'Revoke its token, so that it must register again'),
  );
  form.querySelector('.fault')?.before(row);
  body.append(form);
}

/** Corrects the name or the description of a chat. */
export function correctChat(session: Session, chat: Chat): void {
  const { body, close } = openDialog('Correct this chat');
  body.append(
    fieldsForm(
      [
        { name: 'name', label: 'Name', value: chat.name, least: 1, most: 64 },
        { name: 'description', label: 'Description', value: chat.description ?? '', most: 280, lines: 3 },
      ],
      'Correct',
      async ({ name, description }) => {
        const sent = { name, ...(description === (chat.description ?? '') ? {} : { description }) };
        const { changed } = await asOperator(session, operator =>
          session.api.send<{ changed: Changes }>('PATCH', `admin/chats/${chat.id}`, { body: sent, operator }),
        );
        close();
        await session.refresh();
        announce(wordsOf(changed));
      },
    ),
  );
}

/** What a correction moved, in words. */
function wordsOf(changed: Changes): string {
  const moved = Object.entries(changed).map(
    ([field, { from, to }]) => `${field}: ${plainName(String(from))} → ${plainName(String(to))}`,
  );
  return moved.length === 0 ? 'Nothing was different, so nothing changed.' : `Corrected. ${moved.join('; ')}`;
}
