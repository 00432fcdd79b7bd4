import type { Gate } from '../finding/codes.ts';
import { type Finding, finding, hasError } from '../finding/finding.ts';
import { inspectFiles } from '../message/attachment.ts';
import type { Delivery } from '../message/delivery.ts';
import { parseMessage, type Reading } from '../message/parse.ts';
import { isAimfShaped } from '../message/shape.ts';
import { isMessageType } from '../message/type.ts';
import { agreementGate } from './agreement.ts';
import { allowlistGate } from './allowlist.ts';
import type { Context } from './context.ts';
import { contentHash } from './inbox.ts';
import { schemaGate } from './schema.ts';
import { typeGate } from './type.ts';
import { type GateReport, skippedGates, type Verdict, type VerdictWord } from './verdict.ts';

const UNREAD = { envelope: null, type: null, fields: null, body: null };
const NOTHING_READ: Reading = { ...UNREAD, findings: [] };

/**
 * Judges one delivery: the four gates in order, and the verdict. Pure: everything that it depends on is in its arguments,
 * and it remembers nothing (`Inbox.remember` does). Never throws, whatever was delivered. Specification section 6.
 */
export function judge(delivery: Delivery, context: Context): Verdict {
  const { attachments, findings: unsafe } = inspectFiles(delivery.files);
  const base = { ...UNREAD, party: null, attachments };
  if (delivery.automatic !== null) {
    return {
      ...base,
      ...end('ordinary', null, []),
      about: [finding('automatic-mail', { sign: delivery.automatic })],
    };
  }
  if (!isAimfShaped(shownText(delivery), delivery.subject)) {
    return { ...base, ...end('ordinary', null, []), about: [finding('not-aimf')] };
  }
  const form = delivery.transport === 'github' ? 'label' : 'address';
  const { findings: faults, ...read } =
    delivery.text === null ? NOTHING_READ : parseMessage(delivery.text, form);
  const reading = { ...read, findings: faults };

  const allowlist = allowlistGate(delivery, reading, context);
  if (allowlist.ends !== null) {
    const word = allowlist.ends === 'from-owner' ? 'ordinary' : allowlist.ends;
    const gate = word === 'ordinary' ? null : 'allowlist';
    return { ...base, ...read, ...end(word, gate, [report('allowlist', 'fail', allowlist.findings)]) };
  }
  const known = { ...base, ...read, party: allowlist.party.party };
  const passed = [report('allowlist', 'pass', allowlist.findings)];
  const repeated = duplicateOf(delivery, reading, context);
  if (repeated !== null) return { ...known, ...end('duplicate', null, passed), about: [repeated] };

  const schema = schemaGate(delivery, reading, unsafe, context);
  if (hasError(schema) || reading.envelope === null || reading.fields === null) {
    return { ...known, ...end('attempt', 'schema', [...passed, report('schema', 'fail', schema)]) };
  }
  passed.push(report('schema', 'pass', schema));

  const type = typeGate(reading);
  if (type.length > 0 || reading.type === null || !isMessageType(reading.type)) {
    return { ...known, ...end('attempt', 'type', [...passed, report('type', 'fail', type)]) };
  }
  passed.push(report('type', 'pass', type));

  const { envelope, fields } = reading;
  const judged = { delivery, party: allowlist.party, envelope, type: reading.type, fields, attachments };
  const { ends, findings } = agreementGate(judged, context);
  const last = report('agreement', ends === null ? 'pass' : 'fail', findings);
  return { ...known, ...end(ends ?? 'accepted', ends === null ? null : 'agreement', [...passed, last]) };
}

/** The text that decides the shape: a mail without plain text is still recognised, so that its sender can be told. */
function shownText(delivery: Delivery): string {
  return (delivery.text ?? delivery.displayText ?? '').replace(/^\ufeff/, '');
}

/** An id that the proven sender has used up: counted once, and flagged where it now says something else (section 6.7). */
function duplicateOf(delivery: Delivery, reading: Reading, context: Context): Finding | null {
  if (reading.envelope === null) return null;
  const { from, id } = reading.envelope;
  const before = context.inbox.acceptedAs(from, id);
  if (before === null) return null;
  return finding(before === contentHash(delivery) ? 'duplicate-same' : 'duplicate-changed', { id, from });
}

/** A verdict's word and gates; the gates that were not reached are skipped. */
function end(verdict: VerdictWord, gate: Gate | null, reports: readonly GateReport[]) {
  const gates = skippedGates().map(one => reports.find(each => each.gate === one.gate) ?? one);
  return { verdict, gate, gates, about: [] as readonly Finding[] };
}

function report(gate: Gate, result: GateReport['result'], findings: readonly Finding[]): GateReport {
  return { gate, result, findings };
}
