import type { Agreement } from '../agreement/agreement.ts';
import { readLimits } from '../agreement/limits.ts';
import { TRANSPORTS, type Transport } from '../message/delivery.ts';
import { ACTIONS, TYPES } from '../message/type.ts';

/** A term that a change may name: what it is called, by which words it is known, and whether an agreement has it. */
export type AgreementTerm = {
  readonly name: string;
  readonly isNamed: (words: string) => boolean;
  readonly isIn: (agreement: Agreement) => boolean;
};

/** The words by which a change names a wire. A word that also means something else (a chat, an inbox) needs its own company. */
const WIRE_WORDS: Readonly<Record<Transport, RegExp>> = {
  email: /\b(?:e-?)?mails?\b|\bDKIM\b|\bAuthentication-Results\b/i,
  folder: /\bdrop folder\b|\bfolder wire\b|`folder`/i,
  chat: /\bdesignated chat\b|\bchat wire\b|`chat`/i,
  github: /\bon GitHub\b|\bGitHub wire\b|\bGitHub with\b|`github`/i,
  direct: /\bdirect[- ]message|\bdirect wire\b|`direct`/i,
  inbox: /\bconversations? inbox\b|\binbox wire\b|`inbox`/i,
};

/** Everything that an agreement can have and a change can name (specification section 8.2), in the order of the record. */
export const AGREEMENT_TERMS: readonly AgreementTerm[] = [
  ...TYPES.map(type => ({
    name: type,
    isNamed: word(type),
    isIn: ({ allowed_types }: Agreement) => allowed_types.includes(type),
  })),
  ...ACTIONS.map(action => ({
    name: action,
    isNamed: word(action),
    isIn: ({ allowed_actions }: Agreement) => allowed_actions?.includes(action) === true,
  })),
  ...TRANSPORTS.map(wire => ({
    name: `transport ${wire}`,
    isNamed: matching(WIRE_WORDS[wire]),
    isIn: ({ transport }: Agreement) => [transport].flat().includes(wire),
  })),
  { name: 'limits', isNamed: matching(/\blimits?\b|\bMB\b|\bmessages a day\b|\bsizes?\b/i), isIn: always },
  {
    name: 'files',
    isNamed: matching(/\battachments?\b|\barchives?\b|\bmacros?\b|\bfile names?\b/i),
    isIn: ({ limits }) => limits === undefined || mayCarryFiles(limits),
  },
  {
    name: 'auth',
    isNamed: matching(/\bauth\b|\bcode words?\b|\bHMAC\b|\bsecrets?\b/i),
    isIn: ({ auth }) => auth !== undefined && auth !== 'none',
  },
  { name: 'expires', isNamed: matching(/\bexpir(?:es|y)\b|\blast day of an agreement\b/i), isIn: always },
  {
    name: 'version-verify',
    isNamed: word('version-verify'),
    isIn: ({ features }) => features?.includes('version-verify') === true,
  },
  {
    name: 'update_watch',
    isNamed: matching(/\bmonitors?\b|\bscheduled pull\b|\bwatches for updates\b|\bupdate_watch\b/i),
    isIn: always,
  },
  { name: 'acknowledgement', isNamed: matching(/\backs?\b|\backnowledge/i), isIn: always },
];

const AGREEMENT_ID = /\bAGR-[\w-]*\w/g;

/** What a change names of an agreement, and what it names that the agreement does not have. */
export function namedTerms(
  words: string,
  agreement: Agreement,
): { readonly own: readonly string[]; readonly other: readonly string[] } {
  const ids: readonly string[] = words.match(AGREEMENT_ID) ?? [];
  const named = AGREEMENT_TERMS.filter(term => term.isNamed(words));
  const isOwn = ids.includes(agreement.agreement);
  const has = (term: AgreementTerm) => term.isIn(agreement);
  return {
    own: [...(isOwn ? [agreement.agreement] : []), ...named.filter(has).map(term => term.name)],
    other: [
      ...new Set(ids.filter(id => id !== agreement.agreement)),
      ...named.filter(term => !has(term)).map(term => term.name),
    ],
  };
}

function word(text: string): (words: string) => boolean {
  return matching(new RegExp(`(?<![\\w-])${text}(?![\\w-])`));
}

function matching(pattern: RegExp): (words: string) => boolean {
  return words => pattern.test(words);
}

function always(): boolean {
  return true;
}

function mayCarryFiles(text: string): boolean {
  const { files } = readLimits(text).limits;
  return files !== 0;
}
