import type { Vectors } from '../core/document/vectors-page.ts';
import { type CodeEntry, codeBook, SUBJECTS, type Subject } from './code-book.ts';
import type { SiteDocument } from './document.ts';
import { type Edition, sectionLink } from './edition.ts';
import { cell, plainText } from './markdown-text.ts';

/** What the levels of findings mean (specification section 1.2). */
const LEVELS = {
  error: 'It stops the message',
  flag: 'It stops nothing, and asks for a person’s eye',
  note: 'It stops nothing and only tells',
} as const;

const ABOUT: Readonly<Record<Subject, { title: string; intro: string; stops: string }>> = {
  message: {
    title: 'Messages',
    intro:
      'What a receiver can find in a message. Programs tell findings apart by the code, people by the sentence.',
    stops: 'the message',
  },
  posting: {
    title: 'Postings',
    intro: 'What keeps a change of the public documents from being a complete posting.',
    stops: 'the posting',
  },
  proposal: {
    title: 'Proposals and commands',
    intro:
      'What keeps a proposal, a request for access, an acknowledgement or a command from being what it wants to be.',
    stops: 'the request',
  },
};

/** How many vectors a code's page lists. */
const LISTED = 12;

/** The page of all codes and one page for each: what it means, why it is there, how to fix it. */
export function codePages(edition: Edition, vectors: Vectors | null): readonly SiteDocument[] {
  const book = codeBook(vectors);
  const index = {
    path: 'codes.html',
    title: 'Finding codes',
    description: 'Every code of a finding: what it means, why it is there, and how to fix it.',
    section: 'codes.html',
    markdown: indexText(book, edition),
    edition,
    source: '',
    json: {
      aimf: 1,
      version: edition.stamp.version,
      generated: edition.stamp.posted,
      codes: book.map(({ vectors: shown, ...entry }) => ({ ...entry, vectors: shown.map(one => one.file) })),
    },
  };
  return [index, ...book.map(entry => codeDocument(entry, book, edition))];
}

function indexText(book: readonly CodeEntry[], edition: Edition): string {
  const parts = SUBJECTS.map(about => {
    const rows = book
      .filter(one => one.about === about)
      .map(
        one =>
          `| [\`${one.code}\`](/${one.page}) | ${one.level} | ${one.gate ?? '-'} | ${sectionLink(edition, one.section)} | ${cell(plainText(one.sentence))} |`,
      );
    const { title, intro } = ABOUT[about];
    return `<a id="${about}"></a>\n\n## ${title}\n\n${intro}\n\n| code | level | gate | section | what it says |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `# Finding codes

Every check gives findings, and every finding has one of ${book.length} codes. The list is closed. An error stops what it is about,
a flag asks for a person’s eye, a note only tells. For programs there is [codes.json](/codes.json).

${parts.join('\n\n')}
`;
}

function codeDocument(entry: CodeEntry, book: readonly CodeEntry[], edition: Edition): SiteDocument {
  const { code, about, level, gate, sentence, remedy, why } = entry;
  const stops = LEVELS[level].replace('the message', ABOUT[about].stops);
  const where = gate === null ? '' : ` It is found at the ${gate} gate.`;
  const near = book.filter(one => one.about === about && one.section === entry.section && one !== entry);
  const markdown = `# \`${code}\`

${capital(level)}, section ${sectionLink(edition, entry.section)} of the specification. ${stops}.${where}

## What it means

> ${emphasised(sentence)}.
${/\{\w+\}/.test(sentence) ? '\nThe words in italics stand for what was found in your case.\n' : ''}
## Why it is there

${why}

## How to fix it

${emphasised(remedy)}.
${about === 'message' ? '\nThe [validator](/validator/index.html) shows whether it is mended, without sending anything.\n' : ''}${examples(entry)}
## Where to read on

- Section ${sectionLink(edition, entry.section)} of the specification holds the rule.
${near.length === 0 ? '' : `- The same section: ${near.map(one => `[\`${one.code}\`](/${one.page})`).join(', ')}.\n`}- [All codes](/codes.html#${about}).
`;
  return {
    path: entry.page,
    title: code,
    description: `${plainText(sentence)}. What this means, why, and how to fix it.`,
    section: 'codes.html',
    markdown,
    edition,
    source: '',
  };
}

function examples({ vectors }: CodeEntry): string {
  if (vectors.length === 0) return '';
  const rows = vectors.slice(0, LISTED).map(one => {
    const { verdict, gate } = one.expect;
    return `| [${cell(one.file.replace(/^messages\//, ''))}](/test-vectors/${one.file}) | ${verdict.join(' or ')}${gate === null ? '' : ` at ${gate}`} | ${cell(one.why)} |`;
  });
  const rest =
    vectors.length > LISTED
      ? `\nAnd ${vectors.length - LISTED} more, among [all vectors](/vectors.html).\n`
      : '';
  return `
## Messages that show it

| message | verdict | what it shows |
| --- | --- | --- |
${rows.join('\n')}
${rest}`;
}

/** A template of a sentence as Markdown: its places in italics, what may be dropped shown. */
function emphasised(template: string): string {
  return template
    .replaceAll(/\[([^[\]]*\{\w+\}[^[\]]*)\]/g, '$1')
    .split(/(\{\w+\})/)
    .map((part, at) => (at % 2 === 1 ? `*${part.slice(1, -1)}*` : cell(part)))
    .join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
