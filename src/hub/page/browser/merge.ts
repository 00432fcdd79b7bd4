import { announce } from '../../../site/browser/copy.ts';
import { make } from '../../../site/browser/elements.ts';
import { fieldsForm, openDialog } from './dialog.ts';
import { identityOf, nameOf, typedName } from './draw.ts';
import { asOperator } from './operator-key.ts';
import type { Session } from './session.ts';
import type { Declared } from './wire.ts';

type Merged = { readonly merged: readonly number[]; readonly moved: Readonly<Record<string, number>> };

/** Folds identities of one actor into one of them; its name must be typed again. */
export function mergeDialog(session: Session, picked: readonly Declared[], again: () => Promise<void>): void {
  const { body, close } = openDialog('Merge identities');
  let survivor = picked[0]?.id ?? 0;
  const choices = picked.map(one => {
    const id = `survivor-${one.id}`;
    const input = make('input', { type: 'radio', name: 'survivor', id }) as HTMLInputElement;
    input.checked = one.id === survivor;
    input.addEventListener('change', () => {
      survivor = one.id;
    });
    return make(
      'div',
      { class: 'choice' },
      input,
      make('label', { for: id }, nameOf(one.name), ' ', identityOf(one)),
    );
  });
  const form = fieldsForm(
    [{ name: 'confirm_name', label: 'Type the name of the one that stays', least: 1, most: 64 }],
    'Merge for good',
    async ({ confirm_name }) => {
      const nameOfSurvivor = picked.find(one => one.id === survivor)?.name ?? '';
      const from_ids = picked.map(one => one.id).filter(id => id !== survivor);
      const { moved } = await asOperator(session, operator =>
        session.api.send<Merged>('POST', `admin/participants/${survivor}/merge`, {
          body: { from_ids, confirm_name: typedName(confirm_name ?? '', nameOfSurvivor) },
          operator,
        }),
      );
      close();
      await again();
      session.onSettings();
      const counts = Object.entries(moved).map(([what, count]) => `${what.replaceAll('_', ' ')}: ${count}`);
      announce(`Merged into #${survivor}. ${counts.join(', ')}.`);
    },
  );
  form.classList.add('dangerous');
  body.append(
    make(
      'p',
      {},
      'Messages, memberships, mentions and founded chats of the others move to the one that stays. The others are deleted, and their numbers are never given again.',
    ),
    make('fieldset', {}, make('legend', {}, 'Who stays'), ...choices),
    form,
  );
}
