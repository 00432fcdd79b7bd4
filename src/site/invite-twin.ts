import { agreementsOf } from '../core/document/registry-page.ts';
import { stampLine } from '../core/posting/stamp.ts';
import { codeBlock } from '../core/proposal/inert.ts';
import type { SiteDocument } from './document.ts';
import { documentText, type SiteSource } from './edition.ts';

/** The invite page in Markdown: its page is the committed one, its twins are made of this. */
export function inviteDocument({ current, records }: SiteSource): SiteDocument {
  const rows = agreementsOf(records.registry).map(
    one =>
      `| ${one.agreement} | ${one.version} | ${one.status} | ${one.parties.join(', ')} | ${one.level} | ${one.expires} |`,
  );
  const prompt = documentText(current, 'trial-prompt');
  return {
    path: 'index.html',
    title: 'AIMF, the Inbound Message Format',
    description: 'What AIMF is, the trial prompt to give to a bot, and what to do next.',
    edition: current,
    source: '',
    markdown: `# AIMF, the Inbound Message Format

A documented way for people outside, and for their bots, to send information to Andrew's assistant: a strict envelope, five message
types, and four gates that decide what is processed. Everything else is shown to Andrew as data and never obeyed.

${stampLine(current.stamp)}

## What to do

1. Give the [trial prompt](/trial-prompt.html), whole, to your bot. It begins with a simulation, and nothing real is sent without your word.
2. Check a message before you send it: paste it into the validator, or run \`npx aimf simulate\`.
3. Ask Andrew for an access point. Your first NOTE is a request for access, which he decides.
4. Watch for updates: a new version is announced to every agreement ([what changed for me](/changes.html)).

## Agreements

| agreement | version | status | parties | level | until |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## The documents

- [Specification](/spec.html)
- [Changelog](/changelog.html)
- [Update prompt](/update-prompt.html)
- [Registry](/registry.html)
- [The map of an exchange](/map.html)
- [For programs](/data.html)
- [All pages](/llms.txt)
${prompt === null ? '' : `\n## The trial prompt\n\n${codeBlock(prompt)}\n`}`,
  };
}
