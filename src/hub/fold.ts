/** A text as it is compared and searched: Unicode NFC and lower case, so that "Écho" and "écho" are one name. */
export function fold(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** What is stored for searching a text; null where SQL's own `lower` gives the same. */
export function foldedApart(text: string): string | null {
  return isAscii(text) ? null : fold(text);
}

/** Whether two names are one, spaces around them aside. */
export function sameName(one: string, other: string): boolean {
  return fold(one.trim()) === fold(other.trim());
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}
