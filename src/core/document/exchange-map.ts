import { GATES, type Gate } from '../finding/codes.ts';
import type { VerdictWord } from '../gate/verdict.ts';
import { TRANSPORTS } from '../message/delivery.ts';
import { TYPES } from '../message/type.ts';
import { escapeHtml } from './html.ts';
import { PALETTE } from './style.ts';
import { PATHS } from './update-prompt.ts';

/** What each gate asks, and the verdicts with which a message can stop there (specification sections 6.1 to 6.6). */
export const GATE_STORY: Readonly<
  Record<Gate, { readonly asks: readonly string[]; readonly stops: readonly VerdictWord[] }>
> = {
  allowlist: {
    asks: ['Is it a sender on', 'the list, proven?'],
    stops: ['access-request', 'attempt', 'held'],
  },
  schema: { asks: ['Is it exactly of the', 'form described?'], stops: ['attempt'] },
  type: { asks: [`Is it one of the ${TYPES.length}`, 'types and verbs?'], stops: ['attempt'] },
  agreement: { asks: ['Did both humans', 'agree to this?'], stops: ['attempt', 'held', 'ordinary'] },
};

/** The steps of the loop by which the common version changes (specification sections 8.3, 9.2, 9.3 and 9.5), in order. */
export const UPDATE_LOOP: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
  { title: 'Proposal', lines: ['a NOTE or a form;', 'bots may propose'] },
  { title: 'Decision', lines: ['only the humans decide,', 'by a hash of the text'] },
  { title: 'Posting', lines: [`all ${PATHS.size} surfaces change`, 'together, or none'] },
  { title: 'Announcement', lines: ['a STATUS, attention,', 'to every agreement'] },
  { title: 'Reading', lines: ['each bot reads the', 'documents again'] },
  { title: 'Acknowledgement', lines: ['a STATUS, ok;', 'the ledger keeps it'] },
];

const TITLE = 'The map of an exchange';
const DESCRIPTION = `A person outside and their bot send a message on one of ${TRANSPORTS.length} wires. It meets four gates in this order: ${GATES.join(', ')}. What passes all of them is accepted. Muse reports everything to Andrew, who decides. Below, the loop of an update: ${UPDATE_LOOP.map(step => step.title.toLowerCase()).join(', ')}, and from there to the next proposal.`;

/** What gives the map its colours; the site's stylesheet holds the same, so that a map inside a page needs no style of its own. */
export const MAP_STYLE = `.map-box{fill:var(--card);stroke:var(--line);stroke-width:1.5}.map-gate{fill:var(--paper);stroke:var(--link);stroke-width:2}.map-good{fill:var(--paper);stroke:var(--good);stroke-width:2}.map-way{fill:none;stroke:var(--soft);stroke-width:1.75}.map-stop{stroke-dasharray:4 4}.map-tip{fill:var(--soft)}.map-text{fill:var(--ink);font:13px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}.map-soft{fill:var(--soft)}.map-head{font-weight:600;font-size:14px}.map-part{font-weight:700;font-size:16px}`;

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const SIZE = { width: 920, height: 684 };
const GATE_BOX = { y: 118, width: 128, height: 92 };
const STEP_BOX = { width: 200, height: 84 };

/**
 * The map of an exchange as one SVG, drawn from the lists that the gates themselves go by: who is who, the gates in their
 * order, and the loop of an update. `alone` is a picture file with its own colours for both themes; inside a page it takes the page's.
 */
export function exchangeMap({ alone }: { readonly alone: boolean }): string {
  const size = `viewBox="0 0 ${SIZE.width} ${SIZE.height}"`;
  const open = alone
    ? `<svg xmlns="http://www.w3.org/2000/svg" ${size} width="${SIZE.width}" height="${SIZE.height}" role="img" aria-labelledby="map-title map-description">`
    : `<svg ${size} role="img" aria-labelledby="map-title map-description">`;
  const style = alone
    ? `<style>:root{${PALETTE.light}}@media (prefers-color-scheme:dark){:root{${PALETTE.dark}}}${MAP_STYLE}</style>\n<rect width="100%" height="100%" fill="var(--paper)"/>\n`
    : '';
  return `${open}
<title id="map-title">${escapeHtml(TITLE)}</title>
<desc id="map-description">${escapeHtml(DESCRIPTION)}</desc>
${style}<defs><marker id="map-tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="map-tip" d="M0 0 10 5 0 10z"/></marker></defs>
${[...message(), ...loop()].join('\n')}
</svg>
`;
}

/** The upper part: sender, wires, gates, verdicts, and the people at the other end. */
function message(): readonly string[] {
  const first = 196;
  const step = GATE_BOX.width + 22;
  const gates = GATES.flatMap((gate, at) => {
    const place: Box = { x: first + at * step, ...GATE_BOX };
    const { asks, stops } = GATE_STORY[gate];
    const middle = place.x + place.width / 2;
    const below = place.y + place.height;
    return [
      ...box(place, `${at + 1} ${gate}`, asks, 'map-gate'),
      way(`M${place.x - 22} ${place.y + place.height / 2}H${place.x - 3}`),
      way(`M${middle} ${below}v34`, true),
      ...stops.map((verdict, row) => words(middle, below + 54 + row * 18, verdict, 'map-soft')),
    ];
  });
  const last = first + GATES.length * step;
  const level = GATE_BOX.y + GATE_BOX.height / 2;
  const report = 318;
  return [
    words(24, 34, 'A message', 'map-part', 'start'),
    ...box(
      { x: 24, y: 118, width: 150, height: 92 },
      'You and your bot',
      ['a person outside;', 'the bot writes for you'],
      'map-box',
    ),
    words(24, 68, `Wires: ${TRANSPORTS.join(', ')}`, 'map-soft', 'start'),
    words(24, 88, 'The wire proves the sender; the message only claims it.', 'map-soft', 'start'),
    ...gates,
    way(`M${last - 22} ${level}H${last - 3}`),
    ...box({ x: last, y: 132, width: 100, height: 64 }, 'accepted', ['one listed job'], 'map-good'),
    line(`M196 ${report}H${last + 50}`),
    line(`M${last + 50} 196V${report}`),
    way(`M335 ${report}V${report + 25}`),
    ...box(
      { x: 196, y: report + 28, width: 278, height: 52 },
      'Muse, the assistant',
      ['reports everything, obeys nothing'],
      'map-box',
    ),
    ...box(
      { x: 646, y: report + 28, width: 250, height: 52 },
      'Andrew, the owner',
      ['reads, and decides in his own chat'],
      'map-box',
    ),
    way(`M474 ${report + 54}H643`),
    words(24, report + 50, 'Whatever the verdict,', 'map-soft', 'start'),
    words(24, report + 68, 'a person hears of it', 'map-soft', 'start'),
  ];
}

/** The lower part: the loop, three steps to the right and three back. */
function loop(): readonly string[] {
  const top = 462;
  const bottom = top + STEP_BOX.height + 26;
  const half = UPDATE_LOOP.length / 2;
  const gap = (SIZE.width - 48 - half * STEP_BOX.width) / (half - 1);
  const places = UPDATE_LOOP.map((_, at): Box => {
    const column = at < half ? at : UPDATE_LOOP.length - 1 - at;
    return { x: 24 + column * (STEP_BOX.width + gap), y: at < half ? top : bottom, ...STEP_BOX };
  });
  const ways = places.map((from, at) => {
    const to = places[(at + 1) % places.length] ?? from;
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    if (to.x === from.x)
      return to.y > from.y
        ? way(`M${x} ${from.y + from.height}V${to.y - 3}`)
        : way(`M${x} ${from.y}V${to.y + to.height + 3}`);
    return to.x > from.x
      ? way(`M${from.x + from.width} ${y}H${to.x - 3}`)
      : way(`M${from.x} ${y}H${to.x + to.width + 3}`);
  });
  return [
    words(24, top - 18, 'An update', 'map-part', 'start'),
    ...UPDATE_LOOP.flatMap(({ title, lines }, at) =>
      box(places[at] as Box, `${at + 1} ${title}`, lines, 'map-box'),
    ),
    ...ways,
  ];
}

function box(
  { x, y, width, height }: Box,
  head: string,
  lines: readonly string[],
  kind: string,
): readonly string[] {
  const middle = x + width / 2;
  const start = y + height / 2 - (lines.length * 18) / 2 + 5;
  return [
    `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    words(middle, start, head, 'map-head'),
    ...lines.map((line, at) => words(middle, start + 19 + at * 17, line, 'map-soft')),
  ];
}

function words(
  x: number,
  y: number,
  text: string,
  kind: string,
  anchor: 'middle' | 'start' = 'middle',
): string {
  return `<text class="map-text ${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

function way(path: string, isDashed = false): string {
  return `<path class="map-way${isDashed ? ' map-stop' : ''}" d="${path}" marker-end="url(#map-tip)"/>`;
}

function line(path: string): string {
  return `<path class="map-way" d="${path}"/>`;
}
