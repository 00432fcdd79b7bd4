import { Inbox } from '../gate/inbox.ts';
import { judge } from '../gate/judge.ts';
import type { Verdict } from '../gate/verdict.ts';
import { isAnnouncement, readAcknowledgement, UPDATE_TOPIC } from '../message/acknowledgement.ts';
import type { Delivery } from '../message/delivery.ts';
import { textDelivery } from '../message/text-delivery.ts';
import type { Receiver } from '../registry/receiver.ts';
import type { Entry, Registry } from '../registry/registry.ts';
import { FORMS, type FormField, type FormName, TERMS, type Term } from './form.ts';
import { answerFault, leaksIn, readIssueForm } from './issue-form.ts';
import { type ProposalFinding, proposalFinding } from './proposal-finding.ts';

/** What somebody asks for, whatever the way: one of the four forms, its answers as written (specification section 9.8). */
export type Request =
  | {
      readonly form: 'proposal';
      readonly agreement: string;
      readonly term: Term;
      readonly value: string;
      readonly reason: string;
    }
  | {
      readonly form: 'access-request';
      readonly party: string;
      readonly acts_for: string;
      readonly purpose: string;
      readonly update_watch: string;
    }
  | {
      readonly form: 'acknowledgement';
      readonly agreement: string;
      readonly version: string;
      readonly effective: string;
    }
  | {
      readonly form: 'cannot-implement';
      readonly agreement: string;
      readonly version: string;
      readonly reason: string;
    };

/** What an issue asks for, or what is wrong with it; `verdict` is the gates' where a message was pasted. */
export type RequestReading = {
  readonly request: Request | null;
  readonly findings: readonly ProposalFinding[];
  readonly verdict: Verdict | null;
};

/** Who wrote an issue, as the account proved it, and what it is judged by. `party` is null for a stranger. */
export type IssueWire = {
  readonly party: string | null;
  readonly registry: Registry;
  readonly owner: string;
  readonly timeZone: string;
  readonly received: number;
};

/** Reads an issue's body: a form, or a message pasted in its place and judged by the same gates (section 9.8). */
export function readIssue(body: string, wire: IssueWire): RequestReading {
  const { form, answers, pasted, findings } = readIssueForm(body);
  if (pasted !== null) return readPasted(pasted, wire);
  const request = form === null || answers === null ? null : requestOf(form, answers);
  return { request, findings, verdict: null };
}

/** A request out of a form's answers, which the caller has found complete. */
function requestOf(form: FormName, answers: ReadonlyMap<string, string>): Request {
  const fields = Object.fromEntries(FORMS[form].fields.map(({ id }) => [id, answers.get(id) ?? '']));
  return { form, ...fields } as Request;
}

/** A request out of answers that came another way, held to the same form (specification section 9.8). */
export function requestFrom(
  form: FormName,
  answers: Readonly<Record<string, string | undefined>>,
): { request: Request } | { findings: readonly ProposalFinding[] } {
  const fields: readonly FormField[] = FORMS[form].fields;
  const given = new Map(fields.map(({ id }) => [id, (answers[id] ?? '').trim()]));
  // A record is as public as an issue
  const leaks = leaksIn([...given.values()].join('\n'));
  if (leaks.length > 0) return { findings: leaks };
  const findings = fields.flatMap(field => {
    const fault = answerFault(field, given.get(field.id) ?? '');
    return fault === null ? [] : [fault];
  });
  return findings.length > 0 ? { findings } : { request: requestOf(form, given) };
}

function readPasted(text: string, wire: IssueWire): RequestReading {
  const verdict = judgePasted(text, wire);
  const isFirstContact = verdict.verdict === 'access-request' && wire.party === null;
  if (verdict.verdict !== 'accepted' && !isFirstContact) {
    const args = { verdict: verdict.verdict, gate: verdict.gate ?? '' };
    return { request: null, findings: [proposalFinding('pasted-not-accepted', args)], verdict };
  }
  const asked = requestIn(verdict);
  if (asked === null) return { request: null, findings: [proposalFinding('pasted-no-request')], verdict };
  return 'request' in asked
    ? { request: asked.request, findings: [], verdict }
    : { request: null, findings: asked.findings, verdict };
}

/** The four gates on a pasted message: on this wire a party is its label, and the account proved it. */
function judgePasted(text: string, wire: IssueWire): Verdict {
  const { party, registry, owner, timeZone, received } = wire;
  const labels = new Set(
    [...registry.agreements.values()].flatMap(({ agreement }) => agreement?.parties ?? []),
  );
  labels.delete(owner);
  const receiver: Receiver = {
    owner: { name: owner, addresses: [owner], timeZone },
    registry: null,
    mail: null,
    parties: [...labels].map(label => ({
      party: label,
      agreements: [],
      identities: [label],
      secretEnv: null,
    })),
    senders: new Map(),
  };
  const delivery = pastedDelivery(text, { party, labels: new Set([...labels, owner]), received });
  const here = withIssues(registry, party);
  return judge(delivery, { receiver, registry: here, inbox: new Inbox(), secrets: new Map() });
}

/**
 * A message that was pasted into an issue, as a delivery: its sender is the party that the account proved, or a stranger under
 * the name it gives itself, unless that is one of the labels in use (section 9.8).
 */
export function pastedDelivery(
  text: string,
  wire: {
    readonly party: string | null;
    readonly labels: ReadonlySet<string>;
    readonly received: number;
  },
): Delivery {
  // A stranger's account proves that it is a stranger's, and no label
  const identity = wire.party ?? strangerOf(text, wire.labels) ?? 'stranger account';
  const bytes = new TextEncoder().encode(text.endsWith('\n') ? text : `${text}\n`);
  return textDelivery(bytes, {
    transport: 'github',
    received: wire.received,
    sender: { status: 'proven', identity, by: 'account', findings: [] },
    fileName: null,
    files: [],
  });
}

/** The registry as it holds here: an issue is one more wire to the agreements that name the party's account (section 9.8). */
export function withIssues(registry: Registry, party: string | null): Registry {
  const agreements = [...registry.agreements].map(([id, entry]): [string, Entry] => {
    const { agreement } = entry;
    if (party === null || agreement?.github?.[party] === undefined) return [id, entry];
    const transport = [...new Set([agreement.transport, 'github' as const].flat())];
    return [id, { ...entry, agreement: { ...agreement, transport } }];
  });
  return { ...registry, agreements: new Map(agreements) };
}

/** A stranger may call itself as it likes, except by a label that is somebody's. */
function strangerOf(text: string, taken: ReadonlySet<string>): string | null {
  const label = /^from:[ \t]*([a-z0-9][a-z0-9_-]{0,38})[ \t]*$/m.exec(text)?.[1];
  return label === undefined || taken.has(label) ? null : label;
}

/**
 * What an accepted message, or a first contact, asks for: a `Proposal:` NOTE, a FILE_DROP with a redraft, an ack, a refusal, an
 * access request; null where it asks for nothing. Its free text may name the fields, as `value: …` on a line each; a proposal
 * that does not is for the humans to read. Specification sections 8.3, 9.5 and 9.7.
 */
export function requestIn(
  verdict: Verdict,
  given: Readonly<Record<string, string | undefined>> = {},
): { request: Request } | { findings: readonly ProposalFinding[] } | null {
  const { envelope, type, fields, body } = verdict;
  if (envelope === null || fields === null) return null;
  const cited = envelope.agreement;
  const named = namedLines(body ?? '');
  if (verdict.verdict === 'access-request') {
    const answers = {
      party: envelope.from,
      acts_for: named.get('acts_for') ?? named.get('for'),
      purpose: named.get('purpose'),
      update_watch: named.get('update_watch') ?? named.get('updates'),
    };
    return requestFrom('access-request', { ...answers, ...given });
  }
  const ack = readAcknowledgement(type, fields);
  if (ack !== null) return requestFrom('acknowledgement', { agreement: cited, ...ack, ...given });
  const refused = refusal(type, fields, envelope.protocol_version);
  if (refused !== null) {
    const reason = [fields.detail].flat().join(' ');
    const { version } = refused;
    return requestFrom('cannot-implement', { agreement: cited, version, reason, ...given });
  }
  const title = proposalTitle(type, fields, verdict);
  if (title === null) return null;
  const prose = (body ?? '').trim();
  const term = given.term ?? named.get('term') ?? 'other';
  const isTerm = (TERMS as readonly string[]).includes(term);
  const answers = {
    agreement: named.get('agreement') ?? cited,
    term,
    value: isTerm && term !== 'other' ? named.get('value') : (named.get('value') ?? title),
    reason: named.get('reason') ?? (prose === '' ? title : prose),
  };
  return requestFrom('proposal', { ...answers, ...given });
}

/** The line that says what is proposed, or null where nothing is. */
function proposalTitle(type: string | null, fields: Verdict['fields'], verdict: Verdict): string | null {
  const subject = [fields?.subject ?? ''].flat()[0] ?? '';
  if (type === 'NOTE' && subject.startsWith('Proposal:')) return subject.slice('Proposal:'.length).trim();
  if (type !== 'FILE_DROP') return null;
  const names = verdict.attachments.flatMap(file => (file.name === null ? [] : [file.name]));
  return `take over the redraft ${names.join(', ')}: ${[fields?.purpose ?? ''].flat().join(' ')}`;
}

/** A STATUS about the update with the state attention that announces none; it may name the version anywhere (section 9.5). */
function refusal(
  type: string | null,
  fields: Verdict['fields'],
  cited: string | undefined,
): { version: string } | null {
  if (type !== 'STATUS' || fields?.topic !== UPDATE_TOPIC || fields.state !== 'attention') return null;
  if (isAnnouncement(type, fields)) return null;
  const version = /\bv\d{1,6}\.\d{1,6}\b/.exec([fields.detail ?? ''].flat().join(' '))?.[0] ?? cited;
  return version === undefined ? null : { version };
}

/** The label that a newcomer could get: what it goes by, or of an address the part in front of the @ (section 9.7). */
export function labelFor(identity: string): string {
  return identity.split('@')[0]?.toLowerCase() ?? identity;
}

/** `name: value` lines of a free text, each name in small letters with underscores; the first of a name counts. */
function namedLines(body: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const row of body.split('\n')) {
    const match = /^[ \t]*([A-Za-z][A-Za-z_ ]{1,20}):[ \t]+(\S.*)$/.exec(row);
    const name = match?.[1]?.trim().toLowerCase().replaceAll(' ', '_');
    if (name !== undefined && match?.[2] !== undefined && !named.has(name)) named.set(name, match[2].trim());
  }
  return named;
}
