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

/** How long something that was said stays to be seen, in milliseconds. */
const STAYS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something to everybody, for a while: the line is emptied first, so that it counts as new where it is read aloud. */
export function announce(words: string): void {
  const status = byId('status', HTMLElement);
  clearTimeout(timer);
  status.textContent = '';
  timer = setTimeout(() => {
    status.textContent = words;
    timer = setTimeout(() => {
      status.textContent = '';
    }, STAYS);
  }, 50);
}

/** Says to those who cannot see the result what it now is. */
export function murmur(words: string): void {
  byId('live', HTMLElement).textContent = words;
}

function revealField(field: HTMLElement): void {
  const details = field.closest('details');
  if (details !== null) details.open = true;
}

function sizeOf(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines === 1 ? `${text.length} characters` : `${lines} lines`;
}
