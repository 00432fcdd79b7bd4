import type { Level } from '../finding/codes.ts';
import type { Args, Place } from '../finding/finding.ts';
import { POSTING_CODES, type PostingCode } from '../finding/posting-codes.ts';

/** A finding of the posting check: as every finding, and with the file it is about. */
export type PostingFinding = {
  readonly code: PostingCode;
  readonly args: Args;
  readonly place: Place & { readonly file?: string };
  readonly level: Level;
};

/** A finding of `code`; its level comes from the table of codes. */
export function postingFinding(
  code: PostingCode,
  args: Args = {},
  place: PostingFinding['place'] = {},
): PostingFinding {
  return { code, args, place, level: POSTING_CODES[code].level };
}
