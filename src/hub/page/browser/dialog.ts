import { byId, make } from '../../../site/browser/elements.ts';
import { button } from './draw.ts';

let last = 0;

/** Opens a modal dialog. It ends by its button, by Escape, or by what it gives. The browser brings the focus back. */
export function openDialog(
  title: string,
  kind = '',
): { dialog: HTMLDialogElement; body: HTMLElement; close: () => void } {
  last += 1;
  const id = `dialog-${last}`;
  const body = make('div', { class: 'dialog-body' });
  const dialog = make('dialog', { 'aria-labelledby': id, class: kind }) as HTMLDialogElement;
  const close = () => dialog.close();
  const closing = button('Close', 'plain close', close);
  dialog.append(make('div', { class: 'dialog-head' }, make('h2', { id }, title), closing), body);
  dialog.addEventListener('close', () => {
    dialog.remove();
    bringStatus();
  });
  dialog.addEventListener('click', event => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  bringStatus();
  return { dialog, body, close };
}

const status = byId('status', HTMLElement);

/** Puts the line of what is announced where it is seen and read aloud: what lies under a modal dialog is neither. */
function bringStatus(): void {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  (open ?? document.body).append(status);
}

/** A field of a form. */
export type Field = {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  /** The most characters, counted as the hub counts them; none is no limit. */
  readonly most?: number;
  readonly least?: number;
  readonly lines?: number;
  readonly type?: 'password';
  /** The values to choose among, where it takes no text. */
  readonly options?: readonly string[];
};

type Values = Readonly<Record<string, string>>;

/**
 * A form of fields. What is wrong with it is said beside its button, and the fields keep what was typed; `done` throws what
 * is to be said.
 */
export function fieldsForm(
  list: readonly Field[],
  submit: string,
  done: (values: Values) => Promise<void>,
): HTMLFormElement {
  const form = make('form', { novalidate: '' }) as HTMLFormElement;
  const inputs = list.map(field => ({ field, input: inputOf(field, form) }));
  const fault = make('p', { class: 'fault', role: 'alert' });
  const send = make('button', { type: 'submit', class: 'main' }, submit) as HTMLButtonElement;
  form.append(fault, make('div', { class: 'acts' }, send));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (send.getAttribute('aria-disabled') === 'true') return;
    const wrong = inputs.find(({ field, input }) => lengthFault(field, input.value) !== null);
    fault.textContent = wrong === undefined ? '' : lengthFault(wrong.field, wrong.input.value);
    if (wrong !== undefined) return wrong.input.focus();
    send.setAttribute('aria-disabled', 'true');
    try {
      await done(Object.fromEntries(inputs.map(({ field, input }) => [field.name, input.value])));
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      send.removeAttribute('aria-disabled');
    }
  });
  return form;
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function inputOf(field: Field, form: HTMLFormElement): Input {
  last += 1;
  const id = `field-${last}`;
  const { lines, hint, options, value = options?.[0] ?? '' } = field;
  const described: Record<string, string> = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  const common = { id, name: field.name, autocomplete: 'off', dir: 'auto', ...described };
  const draw = () => {
    if (options !== undefined)
      return make(
        'select',
        { id, name: field.name, ...described },
        ...options.map(one => make('option', {}, one)),
      );
    return lines === undefined
      ? make('input', { ...common, type: field.type ?? 'text' })
      : make('textarea', { ...common, rows: String(lines) });
  };
  const input = draw() as Input;
  input.value = value;
  form.append(make('label', { for: id }, field.label), input);
  if (hint !== undefined) form.append(make('p', { id: `${id}-hint`, class: 'hint' }, hint));
  return input;
}

function lengthFault({ label, least = 0, most }: Field, value: string): string | null {
  const length = lengthOf(value);
  if (length < least)
    return least === 1 ? `${label} is missing.` : `${label} needs at least ${least} characters.`;
  return most !== undefined && length > most
    ? `${label} has ${length} characters, and ${most} is the most.`
    : null;
}

/** How long a text is, counted as the hub counts: in code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
