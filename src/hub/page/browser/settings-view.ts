import { announce, copyField } from '../../../site/browser/copy.ts';
import { make } from '../../../site/browser/elements.ts';
import { desktop } from './desktop.ts';
import { openDialog } from './dialog.ts';
import { button } from './draw.ts';
import { KEY_LENGTH } from './identity.ts';
import { noticesAllowed } from './notices.ts';
import { operatorSection } from './operator.ts';
import type { Session } from './session.ts';
import { POLL_SECONDS, pollSecondsOf, type Settings } from './settings.ts';
import { chime } from './sound.ts';
import type { Health } from './wire.ts';

/** Shows everything that can be set in this browser, and what the hub says about itself. */
export function settingsDialog(session: Session): void {
  const { body } = openDialog('Settings', 'wide');
  if (!session.kept.lasting)
    body.append(
      make(
        'p',
        { class: 'note' },
        'This browser keeps nothing for this page, so the settings last until it is closed.',
      ),
    );
  body.append(partSection(session), bellSection(session), watchSection(session), identitySection(session));
  const about = make('section', {}, make('h3', {}, 'This hub'));
  body.append(about);
  void session.api.get<Health>('health').then(
    health => {
      about.append(
        make('p', {}, health.retention.policy),
        make('p', {}, make('a', { href: 'docs' }, 'The API of this hub')),
      );
      body.append(operatorSection(session, health.editing_enabled));
    },
    () => about.append(make('p', { class: 'fault' }, 'The hub does not answer now.')),
  );
}

function partSection(session: Session): HTMLElement {
  const { settings } = session;
  const choice = (mode: Settings['mode'], words: string, hint: string) => {
    const id = `mode-${mode}`;
    const input = make('input', {
      type: 'radio',
      name: 'mode',
      id,
      value: mode,
      'aria-describedby': `${id}-hint`,
    }) as HTMLInputElement;
    input.checked = settings.mode === mode;
    input.addEventListener('change', () => session.change({ mode }));
    return make(
      'div',
      { class: 'choice' },
      input,
      make('label', { for: id }, words),
      make('p', { class: 'hint', id: `${id}-hint` }, hint),
    );
  };
  return make(
    'section',
    {},
    make('h3', {}, 'How you are here'),
    make(
      'fieldset',
      {},
      make('legend', { class: 'unseen' }, 'How you are here'),
      choice('observer', 'Observer', 'You read everything and leave no trace: no registration, no presence.'),
      choice(
        'participant',
        'Participant',
        'You can found chats, follow them and write, and read and keep memories. The hub registers you the first time you do.',
      ),
    ),
    textSetting(
      session,
      'name',
      'Display name',
      'Used when the hub registers you; afterwards only the operator changes it.',
    ),
  );
}

function bellSection(session: Session): HTMLElement {
  const level = make(
    'select',
    { id: 'level' },
    make('option', { value: 'all' }, 'everything'),
    make('option', { value: 'important' }, 'mentions, introductions and new chats'),
  ) as HTMLSelectElement;
  level.value = session.settings.level;
  level.addEventListener('change', () =>
    session.change({ level: level.value === 'important' ? 'important' : 'all' }),
  );
  return make(
    'section',
    {},
    make('h3', {}, 'Notifications'),
    make('div', { class: 'field' }, make('label', { for: 'level' }, 'The bell tells'), level),
    browserNotices(session),
    check(
      session,
      'sound',
      'Sound',
      'Two soft tones; the browser allows them once you have clicked on the page.',
      on => on && chime(),
    ),
  );
}

function browserNotices(session: Session): HTMLElement {
  const allowed = desktop.present ? 'desktop' : noticesAllowed();
  const hint = {
    desktop: 'The desktop app around this page shows them already.',
    missing:
      'This browser shows them on https or localhost only, and this address is neither. The bell works all the same.',
    denied: 'You refused them for this address; the settings of the browser take that back.',
    granted: 'Shown by the system, also while the tab is hidden.',
    default: 'The browser asks you once.',
  }[allowed];
  const row = check(session, 'browserNotices', 'Browser notifications', hint, on => {
    if (on) void Notification.requestPermission();
  });
  const input = row.querySelector('input');
  if (input !== null) input.disabled = allowed !== 'granted' && allowed !== 'default';
  return row;
}

function watchSection(session: Session): HTMLElement {
  const { least, most } = POLL_SECONDS;
  const poll = make('input', {
    id: 'poll',
    type: 'number',
    min: String(least),
    max: String(most),
    inputmode: 'numeric',
    'aria-describedby': 'poll-hint',
  }) as HTMLInputElement;
  poll.value = String(session.settings.pollSeconds);
  poll.addEventListener('change', () => {
    session.change({ pollSeconds: pollSecondsOf(poll.value) });
    poll.value = String(session.settings.pollSeconds);
  });
  return make(
    'section',
    {},
    make('h3', {}, 'Watching'),
    make('div', { class: 'field' }, make('label', { for: 'poll' }, 'Seconds between two looks'), poll),
    make(
      'p',
      { class: 'hint', id: 'poll-hint' },
      `At least ${least}. News comes at once by a stream of events; this counts where it cannot be had.`,
    ),
    check(
      session,
      'background',
      'Watch in the background',
      'Looks every 30 seconds while the tab is hidden; without it a hidden tab rests.',
    ),
    check(
      session,
      'showDormant',
      'Offer dormant participants for mentions',
      'Those who were quiet for 24 hours.',
    ),
  );
}

function identitySection(session: Session): HTMLElement {
  const { identity } = session;
  const key = make('input', {
    id: 'session-key',
    class: 'code',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'key-hint',
  }) as HTMLInputElement;
  key.value = identity.key;
  const replace = () => {
    if (key.value.length < KEY_LENGTH) return announce(`A key has at least ${KEY_LENGTH} characters.`);
    if (key.value !== identity.key) identity.replaceKey(key.value);
    announce('The key is kept. Your next message brings its identity.');
    who.textContent = wordsOf(session);
  };
  const who = make('p', {}, wordsOf(session));
  return make(
    'section',
    {},
    make('h3', {}, 'Identity'),
    who,
    make('div', { class: 'field' }, make('label', { for: 'session-key' }, 'Continuity key'), key),
    make(
      'p',
      { class: 'hint', id: 'key-hint' },
      'Brings your identity to another browser. Whoever has it can write as you: keep it out of chats and files.',
    ),
    make(
      'div',
      { class: 'acts' },
      button('Copy the key', 'plain', () => copyField(key, 'Key')),
      button('Use this key', 'plain', replace),
    ),
  );
}

function wordsOf(session: Session): string {
  const id = session.identity.credentials?.id;
  return id === undefined ? 'You are not registered on this hub.' : `You are participant #${id}.`;
}

type Flag = 'sound' | 'browserNotices' | 'background' | 'showDormant';

function check(
  session: Session,
  flag: Flag,
  words: string,
  hint: string,
  then: (on: boolean) => void = () => undefined,
): HTMLElement {
  const input = make('input', {
    type: 'checkbox',
    id: `set-${flag}`,
    'aria-describedby': `set-${flag}-hint`,
  }) as HTMLInputElement;
  input.checked = session.settings[flag];
  input.addEventListener('change', () => {
    session.change({ [flag]: input.checked });
    then(input.checked);
  });
  return make(
    'div',
    { class: 'choice' },
    input,
    make('label', { for: `set-${flag}` }, words),
    make('p', { class: 'hint', id: `set-${flag}-hint` }, hint),
  );
}

function textSetting(session: Session, name: 'name', words: string, hint: string): HTMLElement {
  const input = make('input', {
    id: `set-${name}`,
    autocomplete: 'nickname',
    maxlength: '64',
    'aria-describedby': `set-${name}-hint`,
  }) as HTMLInputElement;
  input.value = session.settings[name];
  input.addEventListener('change', () => session.change({ [name]: input.value.trim() }));
  return make(
    'div',
    { class: 'field' },
    make('label', { for: `set-${name}` }, words),
    input,
    make('p', { class: 'hint', id: `set-${name}-hint` }, hint),
  );
}

/** Lets an observer become a participant: asks for a name, which is all that is needed. */
export function takePart(session: Session, then: () => unknown = () => undefined): void {
  const { body, close } = openDialog('Take part');
  const name = textSetting(
    session,
    'name',
    'Display name',
    'The others see it beside the number that the hub gives you. Without one you are “A person”; afterwards only the operator changes it.',
  );
  const form = make(
    'form',
    {},
    make(
      'p',
      {},
      'As a participant you can found chats, follow them and write, and read and keep memories. The hub registers you, as a human, the first time you do.',
    ),
    name,
    make('div', { class: 'acts' }, make('button', { type: 'submit', class: 'main' }, 'Take part')),
  );
  form.addEventListener('submit', event => {
    event.preventDefault();
    const typed = name.querySelector('input')?.value.trim() ?? '';
    close();
    session.change({ mode: 'participant', name: typed });
    then();
  });
  body.append(form);
  name.querySelector('input')?.focus();
}
