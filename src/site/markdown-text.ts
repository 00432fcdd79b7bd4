/** A text on one line of Markdown, in a cell or a sentence: nothing in it is markup. */
export function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#~!&]/g, '\\$&');
}

/** The template of a sentence as plain text: the names of its places in its place. */
export function plainText(template: string): string {
  return template.replaceAll(/\[([^[\]]*\{\w+\}[^[\]]*)\]/g, '$1').replaceAll(/\{(\w+)\}/g, '…');
}
