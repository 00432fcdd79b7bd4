import { BOUNDS } from '../core/finding/bounds.ts';
import { type Mail, readMail } from '../core/mail/mail.ts';
import type { ProofPolicy } from '../core/mail/proof.ts';
import type { Delivery } from '../core/message/delivery.ts';
import { mailDelivery } from '../core/message/mail-delivery.ts';
import type { Proof } from '../core/registry/receiver.ts';
import type { Resolver } from './dns.ts';
import { readStart } from './read-bytes.ts';

/** How a mailbox proves a sender, with what that way needs. */
export type MailProof = {
  readonly method: Proof;
  /** The name under which this mailbox writes Authentication-Results; null pins none, and then none is read. */
  readonly authservId: string | null;
  /** Answers DNS questions for a DKIM check. */
  readonly resolver: () => Promise<Resolver>;
};

/** A mail file as a delivery, or why it cannot be opened. Larger mails than are read keep their header section. */
export async function mailFileDelivery(
  path: string,
  proof: MailProof,
  received: number,
): Promise<Delivery | { error: string }> {
  const read = await readStart(path, BOUNDS.wireBytes + 1);
  return 'bytes' in read ? mailBytesDelivery(read.bytes, proof, received) : read;
}

/**
 * The bytes of a mail as a delivery; `size` is that of the whole mail where they are only its start. Specification sections 2.2
 * and 2.3.
 */
export async function mailBytesDelivery(
  bytes: Uint8Array,
  proof: MailProof,
  received: number,
  size: number = bytes.length,
): Promise<Delivery> {
  const mail = readMail(bytes, size);
  return mailDelivery(mail, await policyOf(bytes, mail, proof, received), received);
}

async function policyOf(
  bytes: Uint8Array,
  mail: Mail,
  proof: MailProof,
  received: number,
): Promise<ProofPolicy> {
  switch (proof.method) {
    case 'header-from':
      return { kind: 'header-from' };
    case 'authserv':
      return { kind: 'authserv', id: proof.authservId ?? '' };
    case 'dkim': {
      if (mail.from.address === null || mail.size > BOUNDS.wireBytes) return { kind: 'dkim', facts: [] };
      const { verifyDkim } = await import('./dkim.ts');
      const options = { resolver: await proof.resolver(), at: received };
      return { kind: 'dkim', facts: await verifyDkim(bytes, mail.from.address, options) };
    }
  }
}
