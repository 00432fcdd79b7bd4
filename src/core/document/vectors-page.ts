import * as z from 'zod/mini';
import { CODES, type Code, GATES } from '../finding/codes.ts';
import { VERDICTS } from '../gate/verdict.ts';

const path = z.string().check(z.regex(/^[\w./-]+$/));

/** One test vector: a message with how it arrives, and what a receiver must make of it (specification section 7.3). */
const vectorSchema = z.strictObject({
  file: path,
  transport: z.enum(['email', 'folder', 'chat']),
  as: z.optional(z.string()),
  proof: z.optional(z.enum(['header-from', 'authserv', 'dkim'])),
  at: z.optional(z.string()),
  config: path,
  after: z.optional(z.array(path)),
  fill: z.optional(
    z.strictObject({
      marker: z.string().check(z.minLength(1)),
      with: z.string().check(z.minLength(1)),
      times: z.int().check(z.positive()),
    }),
  ),
  expect: z.strictObject({
    verdict: z.array(z.enum(VERDICTS)).check(z.minLength(1)),
    gate: z.nullable(z.enum(GATES)),
  }),
  codes: z.array(z.enum(Object.keys(CODES) as [Code, ...Code[]])),
  why: z.string().check(z.minLength(1)),
});
export type Vector = z.infer<typeof vectorSchema>;

/** The public file `test-vectors/vectors.json`. */
export const vectorsSchema = z.strictObject({
  version: z.string(),
  at: z.string(),
  dns: path,
  env: z.record(z.string(), z.string()),
  vectors: z.array(vectorSchema).check(z.minLength(1)),
});
export type Vectors = z.infer<typeof vectorsSchema>;

/** The themes, which are the folders of the messages, in the order in which the page shows them. */
const THEMES: ReadonlyMap<string, string> = new Map([
  ['text', 'Shape, blocks and characters (sections 3.1 and 3.2)'],
  ['yaml', 'The YAML subset (section 3.3)'],
  ['fields', 'Fields of the envelope (section 3.4)'],
  ['time', 'The time in `sent` (section 3.4)'],
  ['types', 'Types and their fields (section 4)'],
  ['mail', 'Reading a mail, and its subject (sections 2.3 and 2.4)'],
  ['files', 'Attachments (section 5)'],
  ['large', 'Inputs over the bounds (sections 2.3 and 5.2)'],
  ['folder', 'The drop folder (section 2.1)'],
  ['sender', 'Who sent it (sections 2.2 and 6.1)'],
  ['proof', 'Proof by Authentication-Results (section 2.2)'],
  ['dkim', 'Proof by DKIM (section 2.2)'],
  ['auth', 'Auth lines (section 6.2)'],
  ['agreement', 'Agreements, limits and scope (sections 6.5 and 8)'],
  ['capability', 'Capability statements (sections 8.1 and 8.2)'],
  ['protocol', 'Protocol versions (section 9.4)'],
  ['duplicate', 'Duplicates (section 6.7)'],
]);

/** How many vectors the table of codes links for one code. */
const LINKED = 6;

/** The Markdown of `test-vectors/README.md`, generated from `vectors.json` (specification section 7.3). */
export function vectorsPage(set: Vectors): string {
  return [vectorsIntroduction(set), themes(set.vectors), codes(set.vectors)].join('\n\n').concat('\n');
}

function intro(set: Vectors): string {
  return `# Test vectors

These are ${set.vectors.length} sample messages of AIMF ${set.version}, good and bad, each with the verdict and the gate that a receiver must
come to. [vectors.json](vectors.json) lists them; the messages are under \`messages/\`, the receiver files they are judged
by under \`config/\`. All people, addresses and secrets in them are made up. This page is generated from \`vectors.json\`.

**The code word in \`env\` is no secret.** It is published here on purpose, so that everybody can check the vectors
of \`auth/\`. Never use it for anything else.

## How to run them

    npx aimf vectors                        # this implementation
    npx aimf vectors --against "./my-judge" # yours

With \`--against\` the command gets, for each vector, the arguments that \`aimf judge\` would get, in the folder
\`test-vectors/\`:

    ./my-judge judge FILE… --config CONFIG [--proof HOW] [--as IDENTITY] [--transport WIRE] --at TIME --dns ZONE --json

It must print the JSON of \`aimf judge --json\`; of the last result \`verdict\` and \`gate\` are compared, and nothing else is
needed: \`{"aimf":1,"results":[{"verdict":"accepted","gate":null}]}\`. Each run has 10 seconds. The exit code is 0 if all
vectors hold, 1 if some do not, 2 if they cannot be read or the command cannot be started.`;
}

function form(set: Vectors): string {
  return `## The form of vectors.json

Paths are relative to this folder. A vector stands by itself: nothing is kept from one to the next.

| field | meaning |
| --- | --- |
| \`version\` | the version of the specification that the vectors belong to |
| \`at\` | the moment of arrival, where a vector gives none: ${set.at} |
| \`dns\` | a zone file; DNS questions are answered from it alone, and the network is never asked |
| \`env\` | variables of the environment that a run needs: the published code word; every other variable of a \`secret_env\` is unset |
| \`vectors[].file\` | the message; \`.eml\` is a mail as it came, anything else the text of a chat or of a dropped file |
| \`transport\` | the wire: \`email\`, \`folder\` or \`chat\` |
| \`as\` | the identity that the wire proved, where it is no mail; without it the wire proved nobody |
| \`proof\` | how the mailbox proves a sender: \`header-from\`, \`authserv\` or \`dkim\`; without it the receiver file decides |
| \`at\` | the moment of arrival of this vector and of those in \`after\` |
| \`config\` | the receiver file; the registry it names lies beside it |
| \`after\` | files that arrive before it in the same inbox, in this order: for duplicates and messages a day. Only the result of \`file\` counts |
| \`fill\` | for inputs too large to publish: replace \`marker\` in the file by \`with\`, repeated \`times\` times. The file as published has the same verdict and gate, though not the same codes |
| \`expect\` | \`verdict\` is one of the listed, \`gate\` is equal, null too |
| \`codes\` | the codes of all findings that this implementation reports, as a set; another implementation need not have them |
| \`why\` | what the vector shows |`;
}

/** The vectors of one theme: the folder's name, the theme in words, and its table as Markdown. */
export type VectorTheme = {
  readonly name: string;
  readonly title: string;
  readonly count: number;
  readonly table: string;
};

/** The vectors theme by theme, in the order in which the page shows them. */
export function vectorThemes(vectors: readonly Vector[]): readonly VectorTheme[] {
  const groups = Map.groupBy(vectors, themeOf);
  const names = [...THEMES.keys(), ...[...groups.keys()].filter(name => !THEMES.has(name)).sort()];
  return names.flatMap(name => {
    const group = groups.get(name) ?? [];
    if (group.length === 0) return [];
    const rows = group.map(one => {
      const { verdict, gate } = one.expect;
      const codes = [...one.codes].sort().map(code => `\`${code}\``);
      return `| ${link(one)}${history(one)} | ${verdict.join(' or ')} | ${gate ?? '-'} | ${codes.join(' ') || '-'} | ${cell(one.why)} |`;
    });
    const head = '| message | verdict | gate | codes | what it shows |\n| --- | --- | --- | --- | --- |';
    return [
      { name, title: THEMES.get(name) ?? name, count: group.length, table: `${head}\n${rows.join('\n')}` },
    ];
  });
}

/** What the vectors are, how they are run and what their fields mean, as Markdown. */
export function vectorsIntroduction(set: Vectors): string {
  return `${intro(set)}\n\n${form(set)}`;
}

function themes(vectors: readonly Vector[]): string {
  const parts = vectorThemes(vectors).map(({ title, table }) => `### ${title}\n\n${table}`);
  return `## The vectors\n\n${parts.join('\n\n')}`;
}

function codes(vectors: readonly Vector[]): string {
  const rows = (Object.keys(CODES) as Code[]).map(code => {
    const found = vectors.filter(one => one.codes.includes(code));
    const links = [...new Set(found.map(link))];
    const more = links.length > LINKED ? ` and ${links.length - LINKED} more` : '';
    const { level, section } = CODES[code];
    return `| \`${code}\` | ${level} | ${section} | ${links.slice(0, LINKED).join(' ')}${more} |`;
  });
  return `## The codes

Every code of a finding, how grave it is, the section of the specification it belongs to, and messages that show it.

| code | level | section | messages |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}

function themeOf(vector: Vector): string {
  return vector.file.split('/')[1] ?? '';
}

function link(vector: Vector): string {
  return `[${vector.file.replace(/^messages\/[^/]*\//, '')}](${vector.file})`;
}

function history(vector: Vector): string {
  const names = (vector.after ?? []).map(file => file.slice(file.lastIndexOf('/') + 1));
  return names.length === 0 ? '' : ` after ${names.join(', ')}`;
}

/** Text for a cell of a Markdown table: nothing in it is markup. */
function cell(text: string): string {
  return text.replaceAll(/[\\`*_<>|[\]]/g, character => `\\${character}`);
}
