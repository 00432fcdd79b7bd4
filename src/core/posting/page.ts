/**
 * A comment of an HTML page, or what may hold the characters of one without being one: an element whose content is raw, and a
 * tag with its attributes.
 */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|title)\b[\s\S]*?<\/\1\s*>|<[a-z/](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi;

/** Elements that show samples, or nothing. */
const SAMPLES = /<(pre|textarea|code|script|style)\b[\s\S]*?<\/\1\s*>/gi;

/** An HTML text with its comments cut out; line breaks stay, so that lines keep their numbers. */
export function withoutComments(html: string): string {
  return html.replaceAll(TOKEN, token => (token.startsWith('<!--') ? token.replaceAll(/[^\n]/g, '') : token));
}

/** An HTML text without comments, samples and scripts, each line where it was. */
export function withoutSamples(html: string): string {
  return withoutComments(html).replaceAll(SAMPLES, sample => sample.replaceAll(/[^\n]/g, ' '));
}
