import { byId, make } from '../../../site/browser/elements.ts';
import { desktop } from './desktop.ts';
import { openDialog } from './dialog.ts';
import { button, theirs } from './draw.ts';
import { type Notice, type Notices, openNotice } from './notices.ts';
import type { Session } from './session.ts';
import { wholeOf } from './time.ts';

const WORDS = {
  message: 'Message',
  mention: 'Mention',
  introduction: 'Introduction',
  chat: 'New chat',
  server: 'Hub',
} as const satisfies Record<Notice['kind'], string>;

/** Shows how much is unread: on the bell, in the title of the tab, and on the desktop app. */
export function showCount(count: number): void {
  const shown = count > 99 ? '99+' : String(count);
  const badge = byId('badge', HTMLElement);
  badge.textContent = shown;
  badge.hidden = count === 0;
  byId('bell', HTMLElement).setAttribute(
    'aria-label',
    count === 0 ? 'Notifications' : `Notifications, ${count} unread`,
  );
  const title = count === 0 ? 'AIM hub' : `(${shown}) AIM hub`;
  if (document.title !== title) document.title = title;
  desktop.badge(count);
}

/** Shows what the bell has told, the newest first; an entry leads to its message. */
export function bellDialog(session: Session, notices: Notices): void {
  const { body, close } = openDialog('Notifications', 'wide');
  const draw = () => {
    const all = notices.all;
    const list = make('ol', { class: 'found' }, ...all.map(one => noticeOf(one, close)));
    const none = make('p', { class: 'hint' }, 'Nothing happened while you were not looking.');
    const level =
      session.settings.level === 'all' ? 'everything' : 'only mentions, introductions and new chats';
    body.replaceChildren(
      make(
        'p',
        { class: 'hint' },
        `The bell tells ${level}. Settings change that, and add sound and notifications.`,
      ),
      all.length === 0 ? none : list,
      ...(all.length === 0 ? [] : [make('div', { class: 'acts' }, button('Clear the list', 'plain', clear))]),
    );
  };
  const clear = () => {
    notices.clear();
    draw();
  };
  draw();
  notices.read();
}

function noticeOf(notice: Notice, close: () => void): HTMLElement {
  const parts = [
    make(
      'span',
      { class: 'result-head' },
      make('strong', {}, WORDS[notice.kind]),
      ' ',
      theirs(notice.title),
      ...(notice.unread ? [make('span', { class: 'tag' }, 'new')] : []),
    ),
    theirs(notice.body, 'result-text'),
    make('time', { datetime: notice.at }, wholeOf(notice.at)),
  ];
  if (notice.chat === null) return make('li', {}, make('div', { class: 'result' }, ...parts));
  const link = make('button', { type: 'button', class: 'result' }, ...parts);
  link.addEventListener('click', () => {
    close();
    openNotice(notice);
  });
  return make('li', {}, link);
}
