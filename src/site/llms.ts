import type { SiteDocument } from './document.ts';
import type { Frame } from './page.ts';
import type { SiteFile } from './site-file.ts';

/** The pages that a reader new to the site is led to first; the rest is optional. */
const FIRST: ReadonlySet<string> = new Set([
  ...['spec.html', 'trial-prompt.html', 'update-prompt.html', 'changelog.html', 'registry.html'],
  ...[
    'changes.html',
    'map.html',
    'validator/index.html',
    'data.html',
    'vectors.html',
    'codes.html',
    'ledger.html',
  ],
]);

/** What the list says of a page. */
type Listed = Pick<SiteDocument, 'path' | 'title' | 'description' | 'edition'>;

/** `llms.txt`: the list of pages for agents, made of the pages themselves. Addresses are whole where it is known where the site lives. */
export function llmsFile(documents: readonly Listed[], frame: Frame): SiteFile {
  const root = frame.pages ?? '';
  const line = ({ path, title, description }: Listed) =>
    `- [${title}](${root}${path.replace(/\.html$/, '.md')}): ${description}`;
  const newest = documents.filter(one => one.edition.isCurrent);
  const older = documents.filter(one => !one.edition.isCurrent);
  const part = (title: string, list: readonly Listed[]) =>
    list.length === 0 ? '' : `\n## ${title}\n\n${list.map(line).join('\n')}\n`;
  const { version, posted, effective } = frame.shown;
  const codes = newest.filter(one => one.path.startsWith('codes/'));
  const rest = newest.filter(one => !FIRST.has(one.path) && !one.path.startsWith('codes/'));
  return {
    path: 'llms.txt',
    content: `# AIMF, the Inbound Message Format

> A written-down form for messages from people outside, and from their bots, to one person's assistant: a strict envelope, five
> types and four gates. Current version ${version}, posted ${posted}, effective ${effective}.
${part(
  'Documents',
  newest.filter(one => FIRST.has(one.path)),
)}${part('More pages', rest)}${part('Finding codes', codes)}${part('Optional', older)}`,
  };
}
