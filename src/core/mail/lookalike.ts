import { decodePunycode } from './punycode.ts';

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Lisu',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
].map(name => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Scripts that are written together every day, with Latin among them (UTS 39, "highly restrictive"). */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Hangul']),
  new Set(['Latin', 'Han', 'Bopomofo']),
];

/** Cyrillic and Greek small letters that look like Latin ones in the usual fonts. */
const TWINS: ReadonlySet<string> = new Set('асԁеһіјӏорԛѕухԝѵьαικνορτυχϲϳ');

/**
 * The Unicode form of `domain` where a label of it mixes scripts, or is made of nothing but letters that look like Latin
 * ones; null where no label does. Takes A-labels and U-labels. Specification section 2.2.
 */
export function lookalikeDomain(domain: string): string | null {
  if (!/xn--|[^\0-\x7f]/i.test(domain)) return null;
  const labels = domain.split('.').map(unicodeLabel);
  return labels.some(isLookalike) ? labels.join('.') : null;
}

function unicodeLabel(label: string): string {
  const lower = label.toLowerCase();
  return lower.startsWith('xn--') ? (decodePunycode(lower.slice(4)) ?? label) : label;
}

function isLookalike(label: string): boolean {
  const letters = [...label].filter(character => /\p{L}/u.test(character));
  if (letters.length > 0 && letters.every(letter => TWINS.has(letter))) return true;
  const used = new Set(letters.map(scriptOf));
  // A letter of a script outside the list mixes with everything but itself
  return used.size > 1 && !TOGETHER.some(group => [...used].every(name => group.has(name)));
}

function scriptOf(letter: string): string {
  return SCRIPTS.find(script => script.letters.test(letter))?.name ?? 'other';
}
