import { createHash } from 'node:crypto';
import { BOUNDS } from '../core/finding/bounds.ts';
import type { Context } from '../core/gate/context.ts';
import { type Accepted, acceptedBy } from '../core/gate/inbox.ts';
import { judge } from '../core/gate/judge.ts';
import { findingsOf, type Verdict } from '../core/gate/verdict.ts';
import { type Announced, readAcknowledgement } from '../core/message/acknowledgement.ts';
import type { Delivery } from '../core/message/delivery.ts';
import { textDelivery } from '../core/message/text-delivery.ts';
import type { ProposalFinding } from '../core/proposal/proposal-finding.ts';
import { labelFor, type Request, requestIn } from '../core/proposal/request.ts';
import { type ResultJson, resultJson } from '../core/report/json.ts';
import type { FileDescription } from '../core/report/monitor-json.ts';
import type { HeldReason } from '../store/store.ts';
import { type MailProof, mailBytesDelivery } from '../transport/mail-file.ts';
import { readStart } from '../transport/read-bytes.ts';
import { textFileDelivery } from '../transport/text-file.ts';
import type { Content, Source } from '../transport/wire.ts';
import { describeFile } from './file/describe.ts';
import { judgeIssue } from './issue.ts';

/** What there is to judge. */
export type Job = { readonly content: Content; readonly label: string; readonly arrived: number };

/** A message judged, as the judging process gives it back: plain values, with the secrets already hidden. */
export type Judged = {
  readonly result: ResultJson;
  readonly transport: Delivery['transport'];
  readonly party: string | null;
  /** SHA-256, in hex, of the bytes as they came; null where they could not be read. */
  readonly hash: string | null;
  readonly accepted: Accepted | null;
  readonly ack: Announced | null;
  readonly request: Request | null;
  readonly requestFindings: readonly ProposalFinding[];
  readonly held: { readonly content: Content; readonly reason: HeldReason } | null;
  /** The files of an accepted FILE_DROP, described by what their bytes say. */
  readonly kept: readonly { readonly bytes: Uint8Array; readonly description: FileDescription }[];
};

/** Why a message could not even be read: the file is gone. */
export type Unread = { readonly error: string };

/** Bytes of a message that is kept: a stranger may ask for access, and may not fill the disk. */
const KEPT_BYTES = 2_000_000;

/** Reads, proves and judges one message; it remembers nothing. Specification section 6. */
export async function judgeContent(job: Job, context: Context, proof: MailProof): Promise<Judged | Unread> {
  const { content, arrived } = job;
  if (content.form === 'issue') {
    const { verdict, delivery, request, requestFindings } = judgeIssue(content, arrived, context);
    const judged = judgedOf(job, verdict, delivery, hashOf(content.body), context);
    return delivery === null ? { ...judged, ...formOf(request, requestFindings) } : judged;
  }
  const read = await deliver(content, arrived, proof);
  if ('error' in read) return read;
  return judgedOf(job, judge(read.delivery, context), read.delivery, read.hash, context);
}

async function deliver(
  content: Exclude<Content, { form: 'issue' }>,
  received: number,
  proof: MailProof,
): Promise<{ delivery: Delivery; hash: string | null } | Unread> {
  switch (content.form) {
    case 'mail': {
      const { bytes, size } = content;
      return { delivery: await mailBytesDelivery(bytes, proof, received, size), hash: mailHash(content) };
    }
    case 'text': {
      const { transport, bytes, sender, files } = content;
      const delivery = textDelivery(bytes, { transport, received, sender, files, fileName: null });
      return { delivery, hash: hashOf(bytes) };
    }
    case 'file': {
      const { path, identity } = content;
      const read = await readStart(path, BOUNDS.wireBytes + 1);
      if ('error' in read) return read;
      const options = { transport: 'folder', received, identity } as const;
      const delivery = await textFileDelivery(path, read.bytes, options);
      return { delivery, hash: hashOf(read.bytes, delivery.fileName ?? '') };
    }
    case 'withheld':
      return { error: content.why };
    case 'delivery':
      return { delivery: content.delivery, hash: null };
  }
}

function judgedOf(
  { content, label }: Job,
  verdict: Verdict,
  delivery: Delivery | null,
  hash: string | null,
  context: Context,
): Judged {
  const { receiver, secrets } = context;
  const isAccepted = verdict.verdict === 'accepted';
  const asked = isAccepted || verdict.verdict === 'access-request' ? requestOf(verdict) : null;
  return {
    result: resultJson(label, verdict, [...secrets.values()]),
    transport: delivery?.transport ?? 'github',
    party: verdict.party,
    hash,
    accepted: delivery === null ? null : acceptedBy(verdict, delivery, receiver.owner.timeZone),
    ack: isAccepted ? readAcknowledgement(verdict.type, verdict.fields) : null,
    request: asked !== null && 'request' in asked ? asked.request : null,
    requestFindings: asked !== null && 'findings' in asked ? asked.findings : [],
    held: delivery === null ? null : heldOf(verdict, content, delivery),
    kept: isAccepted && verdict.type === 'FILE_DROP' ? keptOf(verdict) : [],
  };
}

/** What a form asks for, and what an acknowledgement among the forms acknowledges. */
function formOf(
  request: Request | null,
  requestFindings: readonly ProposalFinding[],
): Pick<Judged, 'request' | 'requestFindings' | 'ack'> {
  const ack =
    request?.form === 'acknowledgement' ? { version: request.version, effective: request.effective } : null;
  return { request, requestFindings, ack };
}

/** What a message asks for. A file that is handed over asks for nothing until a person has looked at it. */
function requestOf(verdict: Verdict): ReturnType<typeof requestIn> {
  if (verdict.type === 'FILE_DROP') return null;
  const { envelope } = verdict;
  const isNewcomer = verdict.verdict === 'access-request' && envelope !== null;
  return requestIn(verdict, isNewcomer ? { party: labelFor(envelope.from) } : {});
}

function keptOf(verdict: Verdict): Judged['kept'] {
  return verdict.attachments.flatMap(({ name, bytes, inline, refused }) =>
    name === null || inline || refused ? [] : [{ bytes, description: describeFile(name, bytes) }],
  );
}

/** What a held message waits for, and what of it is needed then: a missing proof is looked for in the whole mail again. */
function heldOf(verdict: Verdict, content: Content, delivery: Delivery): Judged['held'] {
  if (verdict.verdict !== 'held') return null;
  const source = sourceOf(content);
  const read = { form: 'delivery', delivery, ...(source === null ? {} : { source }) } as const;
  for (const { code, args } of findingsOf(verdict)) {
    if (code === 'agreement-paused')
      return { content: read, reason: { for: 'agreement', name: String(args.agreement) } };
    if (code === 'auth-secret-unset')
      return { content: read, reason: { for: 'secret', name: String(args.party) } };
  }
  const { sender } = delivery;
  const name = sender.status === 'proven' ? sender.identity : (sender.claimed ?? '');
  return { content, reason: { for: 'proof', name } };
}

/** What a message was read from, whether now or before it was held; null where nothing that is kept can be read again. */
export function sourceOf(content: Content): Source | null {
  switch (content.form) {
    case 'file':
      return content;
    case 'mail':
    case 'text':
      return content.bytes.length > KEPT_BYTES ? null : content;
    case 'delivery':
      return content.source ?? null;
    default:
      return null;
  }
}

/** By what a mail is known when its server gives it another number: SHA-256, in hex, of its bytes and its size. */
export function mailHash({ bytes, size }: Extract<Content, { form: 'mail' }>): string {
  return hashOf(bytes, String(size));
}

function hashOf(bytes: Uint8Array | string, also = ''): string {
  return createHash('sha256').update(also).update('\0').update(bytes).digest('hex');
}
