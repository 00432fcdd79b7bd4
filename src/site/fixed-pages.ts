import { exchangeMap, GATE_STORY, UPDATE_LOOP } from '../core/document/exchange-map.ts';
import { GATES } from '../core/finding/codes.ts';
import { TRANSPORTS } from '../core/message/delivery.ts';
import type { SiteDocument } from './document.ts';
import { type Edition, sectionLink } from './edition.ts';

/** The map of an exchange: the picture, and the same in words. */
export function mapDocument(edition: Edition): SiteDocument {
  const gates = GATES.map((gate, at) => {
    const { asks, stops } = GATE_STORY[gate];
    return `${at + 1}. **${gate}**: ${asks.join(' ')} A message can stop here as ${stops.join(', ')}.`;
  });
  const steps = UPDATE_LOOP.map(({ title, lines }, at) => `${at + 1}. **${title}**: ${lines.join(' ')}.`);
  return {
    path: 'map.html',
    title: 'The map of an exchange',
    description:
      'Who is who, the four gates in their order, and the loop of an update, as a picture and in words.',
    section: 'map.html',
    edition,
    source: '',
    figure: `<figure class="map" tabindex="0" role="group" aria-label="The map">${exchangeMap({ alone: false })}</figure>\n`,
    markdown: `# The map of an exchange

One gate for every message, whatever wire it comes on, and one loop for every change of the rules. The picture is here
[as a file](/exchange-map.svg), too.

## A message, in words

A person outside and their bot write a message and send it on one of these wires: ${TRANSPORTS.join(', ')}. The wire proves who sent it;
what the message says of itself is a claim. Then it meets four gates, always in this order (section ${sectionLink(edition, '6')}):

${gates.join('\n')}

What passes all four is accepted, and one listed job is done. Muse, the assistant, reports everything and obeys nothing.
Andrew, the owner, reads the report and decides in his own chat.

## An update, in words

The rules change in a loop (section ${sectionLink(edition, '9')}):

${steps.join('\n')}

From there it begins anew with the next proposal.
`,
  };
}

/** What there is for programs, in one place. */
export function dataDocument(edition: Edition, schemas: readonly string[]): SiteDocument {
  return {
    path: 'data.html',
    title: 'For programs',
    description:
      'The files of AIMF for programs: schemas, versions, sums, registry, ledger, codes and vectors.',
    edition,
    source: '',
    markdown: `# For programs

Every page has a twin in Markdown at the same address with \`.md\` in place of \`.html\`, and the same as plain text with \`.txt\`. What a
program needs is here as JSON, each with the version it belongs to. All of it can be read from any page in a browser.

| file | what it holds |
| --- | --- |
| [version.json](/version.json) | the newest version, its dates, the sum of its specification, and every version kept here |
| [.well-known/aimf.json](/.well-known/aimf.json) | the sum of each document: whether a pasted copy is genuine, and current |
| [registry.json](/registry.json) | the agreements and capability statements |
| [ledger.json](/ledger.json) | acknowledgements and proposals |
| [changes.json](/changes.json) | what each version changed, agreement by agreement |
| [codes.json](/codes.json) | every code of a finding, with its words |
| [test-vectors/vectors.json](/test-vectors/vectors.json) | every test vector with the verdict it must get |
| [llms.txt](/llms.txt) | the list of all pages |

## Schemas

JSON Schema, draft 2020-12, of everything that is written by hand or by a program.

${schemas.map(path => `- [${path.slice(path.lastIndexOf('/') + 1)}](/${path})`).join('\n')}

## Is this copy genuine?

Take the SHA-256 of the text as it was pasted, with one line end at its end, and look for it in
[.well-known/aimf.json](/.well-known/aimf.json). Among \`documents\` it is current, among \`earlier\` it is a version that was replaced, and
anywhere else it is no copy of ours. The update prompt can also be checked by \`npx aimf verify-prompt\`.
`,
  };
}
