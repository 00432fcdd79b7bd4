import type { Agreement } from '../agreement/agreement.ts';
import { compareVersions } from '../registry/version.ts';
import { namedTerms } from './agreement-terms.ts';
import type { ChangelogVersion } from './changelog-lines.ts';

/**
 * Whom a change concerns, seen from one agreement: it names a term of that agreement; it names none and holds for
 * everybody; or it names only what that agreement does not have.
 */
export const CONCERNS = ['yours', 'everybody', 'others'] as const;
export type Concern = (typeof CONCERNS)[number];

/** One change as it concerns an agreement. */
export type AgreementChange = {
  readonly version: string;
  /** The line of the changelog, as Markdown. */
  readonly text: string;
  /** The line that it stands under in the changelog; empty where it stands by itself. */
  readonly above: string;
  readonly concerns: Concern;
  /** The terms that it names: the agreement's own, or else those that the agreement does not have. */
  readonly names: readonly string[];
};

/** A change of the agreement's own record. */
export type RecordChange = { readonly version: number; readonly date: string; readonly change: string };

/** The difference between two versions in terms of one agreement. */
export type AgreementChanges = {
  readonly agreement: string;
  readonly from: string;
  readonly to: string;
  /** The versions after `from`, up to `to`, newest first. */
  readonly versions: readonly string[];
  readonly changes: readonly AgreementChange[];
  readonly record: readonly RecordChange[];
};

/**
 * What changed between two versions of the protocol for one agreement: every line of the changelog between them, with what it
 * names of the agreement, and what became of the agreement's own record in that time. No line is left out, since a word can
 * be missed: a reader sees the rest as well. Specification sections 9.3 and 9.5.
 */
export function agreementChanges(
  agreement: Agreement,
  changelog: readonly ChangelogVersion[],
  from: string,
  to: string,
): AgreementChanges {
  const between = changelog.filter(
    ({ version }) => compareVersions(version, from) > 0 && compareVersions(version, to) <= 0,
  );
  const postedOf = (version: string) => changelog.find(one => one.version === version)?.posted ?? null;
  const [since, until] = [postedOf(from), postedOf(to)];
  return {
    agreement: agreement.agreement,
    from,
    to,
    versions: between.map(one => one.version),
    changes: between.flatMap(({ version, lines }) =>
      lines.map(({ source, above, words }) => ({
        version,
        text: source,
        above,
        ...concern(words, agreement),
      })),
    ),
    record: (agreement.history ?? []).filter(
      ({ date }) => since !== null && date > since && (until === null || date <= until),
    ),
  };
}

function concern(words: string, agreement: Agreement): Pick<AgreementChange, 'concerns' | 'names'> {
  const { own, other } = namedTerms(words, agreement);
  if (own.length > 0) return { concerns: 'yours', names: own };
  return other.length > 0 ? { concerns: 'others', names: other } : { concerns: 'everybody', names: [] };
}
