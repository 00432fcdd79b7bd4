import { byId } from './elements.ts';

/**
 * Copies the text of a visible field. `writeText` is called at once, as some browsers refuse it later than the tap; success is
 * told only when it is one, and otherwise the field stays selected for the reader's own keys.
 */
export function copyField(field: HTMLTextAreaElement | HTMLInputElement, what: string): Promise<void> {
  const text = field.value;
  const { clipboard } = navigator as { clipboard?: Clipboard };
  const written =
    clipboard === undefined ? Promise.reject(new Error('no clipboard')) : clipboard.writeText(text);
  return written.then(
    () => announce(`${what} copied, ${sizeOf(text)}.`),
    () => {
      revealField(field);
      field.focus();
      field.select();
      const copied = document.execCommand('copy');
      announce(
        copied
          ? `${what} copied, ${sizeOf(text)}.`
          : `${what} could not be copied. It is selected: press Ctrl+C or ⌘C.`,
      );
    },
  );
}

/** Says something to everybody, aloud where a page is read aloud: the line is emptied first, so that it counts as new. */
export function announce(words: string): void {
  const status = byId('status', HTMLElement);
  status.textContent = '';
  setTimeout(() => {
    status.textContent = words;
  }, 50);
}

function revealField(field: HTMLElement): void {
  const details = field.closest('details');
  if (details !== null) details.open = true;
}

function sizeOf(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines === 1 ? `${text.length} characters` : `${lines} lines`;
}
