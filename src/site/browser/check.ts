import { Inbox } from '../../core/gate/inbox.ts';
import { judge } from '../../core/gate/judge.ts';
import { deliveredAsNamed, simulatedContext } from '../../core/gate/simulate.ts';
import type { Delivery } from '../../core/message/delivery.ts';
import { fileBeside, namesBeside, textSender } from '../../core/message/drop.ts';
import { textDelivery } from '../../core/message/text-delivery.ts';
import { jsonText, type ResultJson, resultJson } from '../../core/report/json.ts';
import { quotable } from '../../core/report/sentence.ts';
import { SIMULATED, textReport } from '../../core/report/text.ts';
import { loadFileSafety } from './file-safety-slot.ts';
import type { Side } from './side.ts';
import { isMail, type Source } from './source.ts';

/** What a check gave: the result that is shown, and the reports as the command line prints them, byte for byte. */
export type Check = {
  readonly result: ResultJson;
  readonly json: string;
  readonly text: string;
  /** The text that was judged, by whose lines the findings are placed; null where none could be read. */
  readonly read: string | null;
  /** What a person should know about how it was judged. */
  readonly notice: string | null;
};

/**
 * Judges a message as the command line does: `aimf simulate` where the side is the public registry, else `aimf judge` with
 * the messages that came before in the same inbox. `received` is in milliseconds since the epoch.
 */
export async function check(
  source: Source,
  side: Side,
  received: number,
  before: readonly Source[] = [],
): Promise<Check> {
  return side.kind === 'simulate'
    ? simulate(source, side, received)
    : judgeAll([...before, source], side, received);
}

const NO_DNS =
  'A DKIM proof needs DNS, which this page cannot ask: it is not checkable here. On the command line it is: npx aimf judge message.eml --proof dkim';

/** Whoever cites an agreement that is not there counts as a stranger, which would hide everything else. */
function unknownAgreement(
  { envelope }: ResultJson,
  { registry, party, stranger }: Simulating,
): string | null {
  const cited = envelope?.agreement;
  if (party !== null || stranger) return null;
  if (cited === undefined)
    return envelope === null
      ? null
      : 'The message cites no agreement, so its sender counts as a stranger. Choose an agreement to see the rest.';
  if (registry.agreements.has(cited)) return null;
  return `The registry has no agreement "${quotable(cited)}", so its sender counts as a stranger. Choose an agreement to see the rest.`;
}

type Simulating = Extract<Side, { kind: 'simulate' }>;
type Judging = Extract<Side, { kind: 'judge' }>;

async function simulate(source: Source, side: Simulating, received: number): Promise<Check> {
  const delivery = isMail(source)
    ? await mailDelivery(source, { method: 'header-from', authservId: null }, received)
    : deliveredAsNamed(simulatedText(source, side, received), side.transport, null);
  if (delivery.files.length > 0) await loadFileSafety();
  const { party, stranger } = side;
  const verdict = judge(
    delivery,
    simulatedContext(delivery, side.registry, { party, stranger, secret: null }),
  );
  const result = resultJson(source.name, verdict);
  return {
    result,
    json: `${jsonText({ aimf: 1, simulated: true, results: [result], real: null, same: null })}\n`,
    text: `${textReport([result])}\n${SIMULATED}\n`,
    read: readOf(delivery),
    notice: unknownAgreement(result, side),
  };
}

function simulatedText(source: Source, side: Simulating, received: number): Delivery {
  const wire = side.transport === 'folder' ? 'folder' : 'chat';
  return textSourceDelivery(source, wire, null, received);
}

async function judgeAll(sources: readonly Source[], side: Judging, received: number): Promise<Check> {
  const { receiver, registry, secrets } = side;
  const inbox = new Inbox();
  const hidden = [...secrets.values()];
  const results: ResultJson[] = [];
  let last: { result: ResultJson; read: string | null } | null = null;
  for (const source of sources) {
    const proof = { method: side.proof, authservId: receiver.mail?.authservId ?? null };
    const delivery = isMail(source)
      ? await mailDelivery(source, proof, received)
      : textSourceDelivery(source, side.transport, side.identity, received);
    if (delivery.files.length > 0) await loadFileSafety();
    const verdict = judge(delivery, { receiver, registry, inbox, secrets });
    inbox.remember(verdict, delivery, receiver.owner.timeZone);
    last = { result: resultJson(source.name, verdict, hidden), read: readOf(delivery) };
    results.push(last.result);
  }
  if (last === null) throw new Error('There is always at least the message itself');
  return {
    ...last,
    json: `${jsonText({ aimf: 1, results })}\n`,
    text: textReport(results),
    notice: side.proof === 'dkim' && sources.some(isMail) ? NO_DNS : null,
  };
}

async function mailDelivery(
  source: Source,
  proof: { readonly method: Judging['proof']; readonly authservId: string | null },
  received: number,
): Promise<Delivery> {
  const { mailBytesDelivery } = await import('./mail.ts');
  return mailBytesDelivery(source.bytes, proof, received);
}

function textSourceDelivery(
  source: Source,
  transport: 'folder' | 'chat',
  identity: string | null,
  received: number,
): Delivery {
  const { name, bytes, beside } = source;
  const inFolder = transport === 'folder' && name !== '-';
  const files = (inFolder ? namesBeside(bytes) : []).flatMap(one => {
    const content = beside.get(one);
    return content === undefined ? [] : [fileBeside(one, content)];
  });
  return textDelivery(bytes, {
    transport,
    received,
    sender: textSender(identity, transport),
    fileName: inFolder ? baseName(name) : null,
    files,
  });
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function readOf(delivery: Delivery): string | null {
  return delivery.text ?? delivery.displayText;
}
