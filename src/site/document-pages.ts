import type { SiteDocument } from './document.ts';
import { documentPath, documentText, type Edition } from './edition.ts';

/** The documents that become a page each: the name of the surface, the page, its title, and what it is. */
const DOCUMENTS = [
  {
    name: 'spec',
    page: 'spec.html',
    title: 'Specification',
    description: 'The specification of AIMF: how a message comes in, and what a receiver does with it.',
  },
  {
    name: 'changelog',
    page: 'changelog.html',
    title: 'Changelog',
    description: 'What each version of AIMF changed, the newest first.',
  },
  {
    name: 'trial-prompt',
    page: 'trial-prompt.html',
    title: 'Trial prompt',
    description: 'The text that a person gives to a bot to try AIMF in seven steps.',
  },
  {
    name: 'update-prompt',
    page: 'update-prompt.html',
    title: 'Update prompt',
    description: 'The text that points a bot to a new version. It carries no change itself.',
  },
  // Where the vectors are one document; a folder of them has pages of its own
  {
    name: 'test-vectors',
    page: 'vectors.html',
    title: 'Test vectors',
    description: 'Messages good and bad, each with the verdict that every receiver must come to.',
  },
] as const;

/** The documents of an edition as pages; one that it does not have is left out. */
export function documentPages(edition: Edition): readonly SiteDocument[] {
  return DOCUMENTS.flatMap(({ name, page, title, description }) => {
    const markdown = documentText(edition, name);
    const source = documentPath(edition, name);
    if (markdown === null || source === null) return [];
    return [
      {
        path: edition.folder + page,
        title: edition.isCurrent ? title : `${title}, ${edition.stamp.version}`,
        description: edition.isCurrent ? description : `As of ${edition.stamp.version}: ${description}`,
        ...(edition.isCurrent ? { section: page } : { newest: page }),
        markdown,
        edition,
        source,
      },
    ];
  });
}

/** The page that shows a document, by the name of its surface. */
export function pageOfDocument(name: string): string | null {
  return DOCUMENTS.find(one => one.name === name)?.page ?? null;
}
