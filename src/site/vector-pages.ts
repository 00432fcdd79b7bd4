import {
  type Vectors,
  vectorsIntroduction,
  vectorsSchema,
  vectorThemes,
} from '../core/document/vectors-page.ts';
import { textAt } from '../core/posting/snapshot.ts';
import type { SiteDocument } from './document.ts';
import { documentPath, type Edition } from './edition.ts';
import { VALIDATOR_PATH } from './validator-page.ts';

/** The vectors of an edition, or null where it has none that can be read. */
export function vectorsOf(edition: Edition): Vectors | null {
  const folder = documentPath(edition, 'test-vectors');
  const text = folder?.endsWith('/') === true ? textAt(edition.tree, `${folder}vectors.json`) : null;
  if (text === null) return null;
  try {
    return vectorsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The page of the vectors and one page for each theme. */
export function vectorPages(edition: Edition, set: Vectors): readonly SiteDocument[] {
  const folder = documentPath(edition, 'test-vectors') ?? '';
  const themes = vectorThemes(set.vectors);
  const rows = themes.map(({ name, title, count }) => `| [${title}](/vectors/${name}.html) | ${count} |`);
  const common = { edition, source: `${folder}README.md`, section: 'vectors.html' };
  const index = {
    ...common,
    path: 'vectors.html',
    title: 'Test vectors',
    description: 'Messages good and bad, each with the verdict that every receiver must come to.',
    markdown: `${vectorsIntroduction(set)}\n\n## The vectors\n\n| theme | vectors |\n| --- | --- |\n${rows.join('\n')}\n`,
  };
  return [
    index,
    ...themes.map(({ name, title, count, table }) => ({
      ...common,
      path: `vectors/${name}.html`,
      title: `Vectors: ${title}`,
      description: `${count} test vectors: ${title}.`,
      markdown: `# ${title}\n\n${count} of the [test vectors](/vectors.html) of AIMF ${set.version}. A code leads to its page, and *try* opens the message in the validator.\n\n${tryable(linkedCodes(table))}\n`,
    })),
  ];
}

/** A theme's table with each code leading to its page. */
function linkedCodes(table: string): string {
  return table.replaceAll(/(?<=[| ])`([a-z0-9-]+)`(?=[ |])/g, '[`$1`](/codes/$1.html)');
}

/** A theme's table with each message leading to the validator, too. */
function tryable(table: string): string {
  return table.replaceAll(
    /(?<=^\| )\[[^\]]+\]\(messages\/([^)]+)\)/gm,
    `$& ([try](/${VALIDATOR_PATH}#vector=$1))`,
  );
}
