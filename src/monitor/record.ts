import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { unreadableJson } from '../core/report/json.ts';
import type { MonitorResult } from '../core/report/monitor-json.ts';
import { PROPOSAL_WORDING } from '../core/report/proposal-wording.ts';
import { redact } from '../core/report/redact.ts';
import { fillIn } from '../core/report/sentence.ts';
import type { Arrival, Content, Wire, WireKind } from '../transport/wire.ts';
import type { Judge } from './judge-child.ts';
import { type Judged, mailHash, sourceOf, type Unread } from './judged.ts';
import { keepFile, keepMessage } from './keep-file.ts';
import { type ItemKind, kindOf } from './report/item.ts';
import type { RunSetup } from './run.ts';

/** What a result says beside what was judged. */
type Place = Pick<MonitorResult, 'key' | 'wire'> & { readonly arrived: number };

/** What a recorded arrival counts as. */
export type Counted = {
  /** Whether this wire had not delivered the message before. */
  readonly isNew: boolean;
  /** The name of a drop folder's file that is no message: it may be one that a message hands over. */
  readonly file: string | null;
  /** The names of the files beside it that a message of a drop folder hands over: they are part of it. */
  readonly handsOver: readonly string[];
};
const NEW: Counted = { isNew: true, file: null, handsOver: [] };
const NOT_NEW: Counted = { ...NEW, isNew: false };

/**
 * Judges one arrival and records it in one transaction: that it was seen, its result, what it used up, and how far its wire is
 * read. Says what it counts as. A file is kept before the transaction that names it. Specification section 10.2.
 */
export async function recordArrival(
  arrival: Arrival,
  wire: Wire,
  setup: RunSetup,
  judge: Judge,
): Promise<Counted> {
  const { store, now } = setup;
  const { content, label, arrived, transportId, watermark } = arrival;
  const judged = await judge.judge({ content, label, arrived });
  const message = { wire: wire.name, transportId, watermark, at: now };
  const nothing = { ...message, result: null, accepted: null, held: null };
  const place = { key: keyOf(wire.name, transportId, 1), wire: wire.name, arrived };
  if ('error' in judged) {
    // Taken away since the folder was read: there is nothing to tell
    if (content.form === 'file' && (await isGone(content.path))) return NOT_NEW;
    const result = unread(label, judged, place, transportOf(content, wire.kind), [...setup.secrets.values()]);
    const hash = content.form === 'mail' ? mailHash(content) : null;
    const isKnown = arrival.again && hash !== null && store.isKnown(wire.name, hash);
    store.record({ ...nothing, hash, result: isKnown ? null : result });
    return isKnown ? NOT_NEW : NEW;
  }
  const { hash, accepted, held } = judged;
  if (arrival.again && hash !== null && store.isKnown(wire.name, hash)) {
    store.record({ ...nothing, hash });
    return NOT_NEW;
  }
  if (isOrdinary(judged)) {
    store.record({ ...nothing, hash });
    return { ...NEW, file: content.form === 'file' ? basename(content.path) : null };
  }
  const result = await resultOf(judged, place, content, setup.state);
  store.record({
    ...message,
    hash,
    result,
    accepted,
    held: held === null ? null : { ...held, label, arrived },
  });
  return { ...NEW, handsOver: content.form === 'file' ? namesOf(result) : [] };
}

/** A message as it is reported; what is kept of it is kept on the way (section 5.4). */
export async function resultOf(
  judged: Judged,
  place: Place,
  content: Content,
  state: string,
): Promise<MonitorResult> {
  const stored: string[] = [];
  for (const { bytes } of judged.kept) stored.push(await keepFile(state, bytes));
  const { request, ack } = judged;
  const result: MonitorResult = {
    ...judged.result,
    transport: judged.transport,
    key: place.key,
    arrived: new Date(place.arrived).toISOString(),
    stored,
    files: judged.kept.map(one => one.description),
    wire: place.wire,
    party: judged.party,
    ...(ack === null ? {} : { ack }),
    request: request === null ? null : requestJson(request),
    request_findings: judged.requestFindings.map(({ code, level, args }) => ({
      code,
      level,
      message: fillIn(PROPOSAL_WORDING[code].sentence, args),
      remedy: fillIn(PROPOSAL_WORDING[code].remedy, args),
    })),
  };
  const message = await ownMessage(result, content, state);
  return message === null ? result : { ...result, message };
}

/** Kinds for which the owner has a command that reads the message again. */
const READ_AGAIN: ReadonlySet<ItemKind> = new Set(['proposal', 'announcement', 'refusal', 'access', 'ack']);
/** Where the message lies for a command that reads it again: in its folder, or kept; null where no command does. */
async function ownMessage(result: MonitorResult, content: Content, state: string): Promise<string | null> {
  const source = READ_AGAIN.has(kindOf(result)) ? sourceOf(content) : null;
  if (source === null) return null;
  // One that was held for long may have been taken out of its folder
  if (source.form === 'file') return (await isGone(source.path)) ? null : source.path;
  return keepMessage(state, source.bytes, source.form === 'mail' ? '.eml' : '.md');
}

/** Whether a message is ordinary mail, which is counted and not reported (FORMATS: the monitor). */
export function isOrdinary({ result }: Judged): boolean {
  return result.verdict === 'ordinary' && result.gate === null;
}

/** The key of a message's result: the same for ever, and another one each time it is judged again. */
export function keyOf(wire: string, transportId: string, round: number): string {
  return createHash('sha256').update(`${wire}\0${transportId}\0${round}`).digest('hex').slice(0, 32);
}

function unread(
  label: string,
  { error }: Unread,
  { key, wire, arrived }: Place,
  transport: MonitorResult['transport'],
  secrets: readonly string[],
): MonitorResult {
  return {
    ...redact(unreadableJson(label, error), secrets),
    transport,
    key,
    arrived: new Date(arrived).toISOString(),
    stored: [],
    files: [],
    wire,
    party: null,
    request: null,
    request_findings: [],
  };
}

function transportOf(content: Content, kind: WireKind): MonitorResult['transport'] {
  if (content.form === 'text') return content.transport;
  return kind === 'imap' ? 'email' : kind;
}

function requestJson({ form, ...fields }: NonNullable<Judged['request']>): MonitorResult['request'] {
  return { form, fields };
}

function namesOf({ attachments }: MonitorResult): string[] {
  return attachments.flatMap(({ name }) => (name === null ? [] : [name]));
}

async function isGone(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) === null;
}
