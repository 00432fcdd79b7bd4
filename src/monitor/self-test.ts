import { Inbox } from '../core/gate/inbox.ts';
import { judge } from '../core/gate/judge.ts';
import type { VerdictWord } from '../core/gate/verdict.ts';
import type { Receiver } from '../core/registry/receiver.ts';
import { readRegistry } from '../core/registry/registry.ts';
import { type MailProof, mailBytesDelivery } from '../transport/mail-file.ts';

/** A mail that pretends to be a listed sender's, and what this mailbox's proof makes of it. */
export type Trial = {
  /** What is forged about it, in words. */
  readonly forged: string;
  readonly verdict: VerdictWord;
  /** Whether the proof held: a forged mail is never accepted. */
  readonly holds: boolean;
};

/** Who is pretended to be, in a registry of the test's own: nothing of the owner's is touched. */
const SENDER = 'probe@example.com';
const AGREEMENT = [
  ...['agreement: AGR-SELF-TEST', 'version: 1', 'status: active', 'parties: [owner, probe]'],
  ...['purpose: A test', 'level: 1', 'allowed_types: [NOTE]', 'transport: email', 'expires: 9999-12-31', ''],
].join('\n');

/**
 * Judges mails with forged senders by the proof that was chosen. Where one is accepted, anybody could write in a listed sender's name
 * unless the provider stops it before it is delivered. Specification section 2.2.
 */
export async function forgedHeaderTest(
  proof: Pick<MailProof, 'method' | 'authservId'>,
  now: number,
): Promise<readonly Trial[]> {
  const context = {
    receiver: receiverOf(proof),
    registry: readRegistry([{ path: 'agreements/AGR-SELF-TEST.yml', text: AGREEMENT }]),
    inbox: new Inbox(),
    secrets: new Map(),
  };
  // A signature that is not there needs no look-up
  const resolver = async () => () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  const trials: Trial[] = [];
  for (const [forged, headers] of forgeries(proof.authservId ?? 'mx.example.net')) {
    const bytes = new TextEncoder().encode(mailWith(headers, now));
    const delivery = await mailBytesDelivery(bytes, { ...proof, resolver }, now);
    const { verdict } = judge(delivery, context);
    trials.push({ forged, verdict, holds: verdict !== 'accepted' });
  }
  return trials;
}

/**
 * A mail to be sent from an outside account, which no test on this machine can replace: only a mail that travelled shows whether the
 * provider removes a forged Authentication-Results. `sender` is the listed address that it pretends to be from.
 */
export function probeMail(sender: string, to: string, authservId: string | null, now: number): string {
  const forged = `Authentication-Results: ${authservId ?? 'mx.example.net'}; dmarc=pass header.from=${sender.split('@')[1] ?? ''}`;
  return mailWith([forged], now, sender, to);
}

function receiverOf({ method, authservId }: Pick<MailProof, 'method' | 'authservId'>): Receiver {
  return {
    owner: { name: 'owner', addresses: ['owner@example.net'], timeZone: 'UTC' },
    registry: null,
    mail: { proof: method, authservId, subjectTag: null },
    parties: [{ party: 'probe', agreements: ['AGR-SELF-TEST'], identities: [SENDER], secretEnv: null }],
    senders: new Map(),
  };
}

/** What an impostor can write, each with its words; a header field that stands below the mail's own was written by its sender. */
function forgeries(authservId: string): readonly (readonly [string, readonly string[]])[] {
  const pass = 'dmarc=pass header.from=example.com';
  return [
    ['a forged From line, and nothing that proves it', []],
    [
      'a forged From line, with Authentication-Results under another name than that of your mailbox',
      [`Authentication-Results: impostor.example; ${pass}`],
    ],
    [
      'a forged From line, with Authentication-Results in your mailbox’s name among the sender’s own lines',
      ['MIME-Version: 1.0', `Authentication-Results: ${authservId}; ${pass}`],
    ],
    [
      'a forged From line, with Authentication-Results in which your mailbox says that it failed',
      [`Authentication-Results: ${authservId}; dmarc=fail header.from=example.com`],
    ],
  ];
}

function mailWith(
  headers: readonly string[],
  now: number,
  sender: string = SENDER,
  to = 'owner@example.net',
): string {
  const date = new Date(now);
  const id = `self-test-${date.toISOString().slice(0, 10)}`;
  return [
    ...headers,
    `From: ${sender}`,
    `To: ${to}`,
    'Subject: NOTE',
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${sender.split('@')[1] ?? 'example.com'}>`,
    ...(headers.some(one => one.startsWith('MIME-Version')) ? [] : ['MIME-Version: 1.0']),
    ...['Content-Type: text/plain; charset=utf-8', ''],
    ...['format: AIMF/1', `id: ${id}`, `from: ${sender}`, 'type: NOTE'],
    `sent: ${date.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    ...['reply_to: main-chat', 'agreement: AGR-SELF-TEST', ''],
    ...['subject: This mail pretends to be from somebody else', '', 'It must never be accepted.', ''],
  ].join('\r\n');
}
