import type { Agreement } from '../agreement/agreement.ts';
import { type Allowed, allowedUnder } from '../agreement/allowed.ts';
import { dayIn, lifeCycle } from '../agreement/life-cycle.ts';
import { checkScope } from '../agreement/scope.ts';
import { type Finding, finding } from '../finding/finding.ts';
import type { Attachment } from '../message/attachment.ts';
import type { Delivery } from '../message/delivery.ts';
import type { Envelope } from '../message/envelope.ts';
import type { Fields, MessageType } from '../message/type.ts';
import { CANONICAL, standingOf } from '../registry/protocol.ts';
import type { Party } from '../registry/receiver.ts';
import type { Context } from './context.ts';

/** A message that has passed the first three gates. */
export type Judged = {
  readonly delivery: Delivery;
  readonly party: Party;
  readonly envelope: Envelope;
  readonly type: MessageType;
  readonly fields: Fields;
  readonly attachments: readonly Attachment[];
};

/** What the agreement gate decided: `ends` is null where it passes (specification section 6.5). */
export type AgreementOutcome = {
  readonly ends: 'attempt' | 'ordinary' | 'held' | null;
  readonly findings: readonly Finding[];
};

/**
 * The fourth gate, in this order: cited, known, the sender's own, active, not expired, not paused, type, verb, transport,
 * limits, versions, purpose. Specification section 6.5.
 */
export function agreementGate(message: Judged, context: Context): AgreementOutcome {
  const cited = citedAgreement(message, context);
  if ('code' in cited) return { ends: 'attempt', findings: [cited] };
  const day = dayIn(context.receiver.owner.timeZone, message.delivery.received);
  const place = { field: 'agreement' };
  const args = { agreement: cited.agreement, expires: cited.expires };
  switch (lifeCycle(cited, day)) {
    case 'revoked':
      return { ends: 'ordinary', findings: [finding('agreement-revoked', args, place)] };
    case 'expired':
      return { ends: 'ordinary', findings: [finding('agreement-expired', args, place)] };
    case 'paused':
      return { ends: 'held', findings: [finding('agreement-paused', args, place)] };
    case 'active':
      return withinAgreement(message, cited, day, context);
  }
}

function citedAgreement(message: Judged, context: Context): Agreement | Finding {
  const id = message.envelope.agreement;
  const place = { field: 'agreement' };
  if (id === undefined) return finding('agreement-missing', {}, place);
  const entry = context.registry.agreements.get(id);
  if (entry === undefined) return finding('agreement-unknown', { agreement: id }, place);
  if (entry.agreement === null) {
    return finding('agreement-invalid', { agreement: id, fault: entry.faults[0] ?? '' }, place);
  }
  const parties = entry.agreement.parties;
  if (parties.includes(message.party.party)) return entry.agreement;
  return finding('agreement-of-another', { agreement: id, party: message.party.party }, place);
}

function withinAgreement(
  message: Judged,
  agreement: Agreement,
  day: string,
  context: Context,
): AgreementOutcome {
  const { registry, receiver } = context;
  const party = registry.capabilities.get(message.party.party) ?? null;
  const owner = registry.capabilities.get(receiver.owner.name) ?? null;
  const allowed = allowedUnder(agreement, party, owner);
  const failures = [
    ...checkVocabulary(message, agreement, allowed),
    ...checkLimits(message, agreement, allowed, day, context),
    ...checkProtocol(message, agreement, context),
  ];
  const purpose = checkPurpose(message, agreement);
  const findings = [...failures, ...purpose, ...recordFindings(message, agreement, allowed, context)];
  return { ends: findings.some(one => one.level === 'error') ? 'attempt' : null, findings };
}

/** Type, verb and transport: each must be in the intersection (sections 8.2 and 8.4). */
function checkVocabulary(message: Judged, agreement: Agreement, allowed: Allowed): Finding[] {
  const findings: Finding[] = [];
  const id = agreement.agreement;
  if (!allowed.types.has(message.type)) {
    const list = [...allowed.types].join(', ');
    findings.push(
      finding('type-not-allowed', { type: message.type, agreement: id, allowed: list }, { field: 'type' }),
    );
  }
  const action = message.fields.action;
  if (message.type === 'REQUEST' && typeof action === 'string' && !isIn(allowed.actions, action)) {
    const list = [...allowed.actions].join(', ');
    findings.push(
      finding(
        'action-not-allowed',
        { action, agreement: id, level: agreement.level, allowed: list },
        { field: 'action' },
      ),
    );
  }
  const transports = [agreement.transport].flat();
  if (!transports.includes(message.delivery.transport)) {
    const args = { transport: message.delivery.transport, agreement: id, allowed: transports.join(', ') };
    findings.push(finding('transport-not-allowed', args));
  }
  return findings;
}

/** The agreement's own figures for one message and one day (section 8.5). */
function checkLimits(
  message: Judged,
  agreement: Agreement,
  allowed: Allowed,
  day: string,
  context: Context,
): Finding[] {
  const { limits } = allowed;
  const id = agreement.agreement;
  const findings: Finding[] = [];
  const files = message.attachments.filter(file => !file.inline).length;
  const bytes = message.attachments.reduce((sum, file) => sum + file.bytes.length, 0);
  if (limits.files !== undefined && files > limits.files) {
    findings.push(finding('files-over-limit', { count: files, limit: limits.files, agreement: id }));
  }
  if (limits.bytes !== undefined && bytes > limits.bytes) {
    findings.push(finding('size-over-limit', { bytes, limit: limits.bytes, agreement: id }));
  }
  const before = context.inbox.acceptedOn(id, day);
  if (limits.messagesPerDay !== undefined && before >= limits.messagesPerDay) {
    findings.push(finding('day-limit-reached', { limit: limits.messagesPerDay, day, agreement: id }));
  }
  return findings;
}

/** The protocol version a message cites, held against the newest normative one and its effective date (section 9.4). */
function checkProtocol(message: Judged, agreement: Agreement, context: Context): Finding[] {
  const cited = message.envelope.protocol_version;
  const { protocol } = context.registry;
  if (cited === undefined || protocol === null) return [];
  const standing = standingOf(cited, protocol, message.delivery.received);
  if (standing === 'current') return [];
  const where = agreement.updates_location ?? `https://github.com/${CANONICAL.repository}`;
  const args = {
    cited,
    current: protocol.version,
    normative: protocol.normative,
    effective: protocol.effective,
    where,
  };
  return [
    finding(standing === 'ahead' ? 'protocol-ahead' : 'protocol-superseded', args, {
      field: 'protocol_version',
    }),
  ];
}

/** The purpose: what its scope lets a machine check, and the rest for a person (section 8.7). */
function checkPurpose(message: Judged, agreement: Agreement): Finding[] {
  const names = message.attachments.flatMap(file => (file.inline || file.name === null ? [] : [file.name]));
  const id = agreement.agreement;
  const { checked, outside } = checkScope(agreement.scope, message.type, message.fields, names);
  if (outside.length > 0) {
    return outside.map(({ aspect, given }) => finding('purpose-outside', { aspect, given, agreement: id }));
  }
  return checked ? [] : [finding('purpose-by-person', { purpose: agreement.purpose, agreement: id })];
}

/** What a person should see about the records that this verdict rests on; none of it stops the message. */
function recordFindings(
  message: Judged,
  agreement: Agreement,
  allowed: Allowed,
  context: Context,
): Finding[] {
  const findings: Finding[] = [];
  const id = agreement.agreement;
  const citedVersion = message.envelope.agreement_version;
  if (citedVersion !== undefined && Number(citedVersion) !== agreement.version) {
    const args = { cited: citedVersion, record: agreement.version, agreement: id };
    findings.push(finding('agreement-version-differs', args, { field: 'agreement_version' }));
  }
  for (const clause of allowed.unreadable)
    findings.push(finding('limits-unreadable', { clause, agreement: id }));
  if ((agreement.update_watch?.[message.party.party] ?? '').trim() === '') {
    findings.push(finding('update-watch-missing', { party: message.party.party, agreement: id }));
  }
  for (const { path, fault } of context.registry.faults) {
    if (path === 'protocol.yml') findings.push(finding('protocol-record-invalid', { fault }));
    else if (path.startsWith('capabilities/')) findings.push(finding('capability-invalid', { path, fault }));
  }
  return findings;
}

function isIn(set: ReadonlySet<string>, word: string): boolean {
  return set.has(word);
}
