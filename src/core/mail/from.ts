import { BOUNDS } from '../finding/bounds.ts';
import { type Finding, finding } from '../finding/finding.ts';
import { domainOf, normalizeAddress } from './address.ts';
import { decodeWords } from './encoded-word.ts';
import { type HeaderField, valuesOf } from './header.ts';
import { lookalikeDomain } from './lookalike.ts';

/** The one mailbox of a From line with its flags, or a null address with the finding that says why there is none. */
export type FromReading =
  | { readonly address: string; readonly displayName: string; readonly findings: readonly Finding[] }
  | { readonly address: null; readonly findings: readonly Finding[] };

type Mailbox = { readonly address: string; readonly words: readonly string[]; readonly displayName: string };

const SPECIALS = '<>()[],:;@\\"';

/**
 * The one From field of a header, read as exactly one mailbox: `addr-spec` or `[phrase] <addr-spec>` and nothing else.
 * Gives findings `from-missing`, `from-repeated`, `from-unreadable`, and flags `sender-name-misleading`,
 * `sender-domain-mixed`. Specification section 2.2.
 */
export function readFrom(fields: readonly HeaderField[]): FromReading {
  const values = valuesOf(fields, 'from');
  const [value] = values;
  if (value === undefined) return { address: null, findings: [finding('from-missing')] };
  if (values.length > 1) {
    return { address: null, findings: [finding('from-repeated', { count: values.length })] };
  }
  const mailbox = readMailbox(value);
  if (typeof mailbox === 'string') {
    return { address: null, findings: [finding('from-unreadable', { reason: mailbox })] };
  }
  const { address, displayName } = mailbox;
  const findings: Finding[] = [];
  if (namesAnotherAddress(mailbox)) {
    findings.push(finding('sender-name-misleading', { name: displayName, address }));
  }
  const unicode = lookalikeDomain(domainOf(address));
  if (unicode !== null) {
    findings.push(finding('sender-domain-mixed', { domain: domainOf(address), unicode }));
  }
  return { address, displayName, findings };
}

/** The mailbox, or in plain words why there is none. */
function readMailbox(value: string): Mailbox | string {
  if (new TextEncoder().encode(value).length > BOUNDS.fromBytes) return 'it is too long';
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) return 'a control character';
  if (value.includes('\uFFFD')) return 'bytes that are not UTF-8';
  const words: { text: string; quoted: boolean }[] = [];
  for (let at = 0; at < value.length; ) {
    const character = value[at] ?? '';
    if (character === ' ' || character === '\t') at++;
    else if (character === '"') {
      const quoted = readQuoted(value, at);
      if (quoted === null) return 'a quote that does not end';
      if (value[quoted.end] === '@') return 'a quoted part before the @ sign';
      words.push({ text: quoted.text, quoted: true });
      at = quoted.end;
    } else if (character === '<') {
      return readAngle(value.slice(at + 1), words);
    } else if (SPECIALS.includes(character)) {
      return character === '@' ? readBare(value, words.length) : reasonOf(character);
    } else {
      let end = at;
      while (end < value.length && !` \t${SPECIALS}`.includes(value[end] ?? '')) end++;
      words.push({ text: value.slice(at, end), quoted: false });
      at = end;
    }
  }
  return words.length === 0 ? 'it is empty' : 'no address';
}

function readAngle(rest: string, words: readonly { text: string; quoted: boolean }[]): Mailbox | string {
  const end = rest.indexOf('>');
  if (end === -1) return 'an angle bracket that does not end';
  const after = rest
    .slice(end + 1)
    .replaceAll('\t', ' ')
    .replaceAll(' ', '');
  if (after !== '') return after[0] === ',' ? 'two mailboxes' : 'something after the address';
  const inner = rest.slice(0, end);
  if (inner === '') return 'an empty address';
  if (inner[0] === '@') return 'a route before the address';
  const address = normalizeAddress(inner);
  if (address === null) return 'no plain address between the angle brackets';
  return { address, words: words.map(word => word.text), displayName: displayNameOf(words) };
}

function readBare(value: string, words: number): Mailbox | string {
  const address = normalizeAddress(value);
  if (address !== null) return { address, words: [], displayName: '' };
  // What makes it unreadable is most often what stands behind the first address
  const after = [...value.slice(value.indexOf('@') + 1)].find(character =>
    ` \t${SPECIALS}`.includes(character),
  );
  if (after === ',' || after === ':' || after === ';' || after === '(') return reasonOf(after);
  if (value.includes('<')) return 'an @ sign in the name without quotes';
  if (after === ' ' || after === '\t') return 'something after the address';
  return words > 1 ? 'something before the address' : 'no plain address';
}

function reasonOf(character: string): string {
  if (character === ',') return 'two mailboxes';
  if (character === ':' || character === ';') return 'a group';
  return character === '(' || character === ')' ? 'a comment' : `the character ${character} without quotes`;
}

function readQuoted(value: string, start: number): { text: string; end: number } | null {
  let text = '';
  for (let at = start + 1; at < value.length; at++) {
    const character = value[at];
    if (character === '"') return { text, end: at + 1 };
    if (character === '\\') at++;
    text += value[at] ?? '';
  }
  return null;
}

// RFC 2047 decodes words of a phrase, not what stands in quotes
function displayNameOf(words: readonly { text: string; quoted: boolean }[]): string {
  const pieces: string[] = [];
  let run: string[] = [];
  for (const word of words) {
    if (!word.quoted) run.push(word.text);
    else {
      if (run.length > 0) pieces.push(decodeWords(run.join(' ')).text);
      run = [];
      pieces.push(word.text);
    }
  }
  if (run.length > 0) pieces.push(decodeWords(run.join(' ')).text);
  return pieces.join(' ');
}

// Mail programs also decode what stands in quotes, so both readings are looked at
function namesAnotherAddress({ address, words, displayName }: Mailbox): boolean {
  const shown = [displayName, decodeWords(words.join(' ')).text];
  return shown.some(name => addressesIn(name).some(found => found.toLowerCase() !== address.toLowerCase()));
}

/** Everything in `text` that a person could take for an address, look-alike @ signs and invisible characters included. */
function addressesIn(text: string): string[] {
  if (!/[@\u0080-\uffff]/.test(text)) return [];
  const pieces = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split('@');
  return pieces.slice(1).flatMap((after, index) => {
    const local = /[^\s<>()[\]{},:;"'|]*$/u.exec((pieces[index] ?? '').slice(-64))?.[0] ?? '';
    const domain = /^[\p{L}\p{M}\p{N}.-]*/u.exec(after)?.[0].replace(/[.-]{1,9}$/, '') ?? '';
    return local === '' || domain === '' ? [] : [`${local}@${domain}`];
  });
}
