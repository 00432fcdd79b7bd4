import type { Vectors } from '../core/document/vectors-page.ts';
import { CODES, type Entry } from '../core/finding/codes.ts';
import { POSTING_CODES } from '../core/finding/posting-codes.ts';
import { PROPOSAL_CODES } from '../core/finding/proposal-codes.ts';
import { POSTING_WHY } from '../core/report/posting-why.ts';
import { POSTING_WORDING } from '../core/report/posting-wording.ts';
import { PROPOSAL_WHY } from '../core/report/proposal-why.ts';
import { PROPOSAL_WORDING } from '../core/report/proposal-wording.ts';
import { WHY } from '../core/report/why.ts';
import { WORDING, type Wording } from '../core/report/wording.ts';

/** What a code can be about; each has codes of its own, and a word may stand in two of them. */
export const SUBJECTS = ['message', 'posting', 'proposal'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Everything that is known of one code. */
export type CodeEntry = Entry &
  Wording & {
    readonly code: string;
    readonly about: Subject;
    readonly why: string;
    /** Its page below the site's root. */
    readonly page: string;
    /** The vectors that show it, by file. */
    readonly vectors: Vectors['vectors'];
  };

type Book = {
  readonly about: Subject;
  readonly codes: Readonly<Record<string, Entry>>;
  readonly words: Readonly<Record<string, Wording>>;
  readonly why: Readonly<Record<string, string>>;
};

const BOOKS: readonly Book[] = [
  { about: 'message', codes: CODES, words: WORDING, why: WHY },
  { about: 'posting', codes: POSTING_CODES, words: POSTING_WORDING, why: POSTING_WHY },
  { about: 'proposal', codes: PROPOSAL_CODES, words: PROPOSAL_WORDING, why: PROPOSAL_WHY },
];

/** Every code there is, in the order of its table. */
export function codeBook(vectors: Vectors | null): readonly CodeEntry[] {
  return BOOKS.flatMap(({ about, codes, words, why }) =>
    Object.entries(codes).map(([code, entry]) => {
      const { sentence, remedy } = words[code] ?? { sentence: '', remedy: '' };
      const shown = about === 'message' ? (vectors?.vectors ?? []) : [];
      return {
        ...{ code, about, ...entry, sentence, remedy, why: why[code] ?? '' },
        page: codePage(code, about),
        vectors: shown.filter(one => one.codes.some(each => each === code)),
      };
    }),
  );
}

/** The page of a code below the site's root. */
export function codePage(code: string, about: Subject = 'message'): string {
  return about === 'message' ? `codes/${code}.html` : `codes/${about}/${code}.html`;
}
