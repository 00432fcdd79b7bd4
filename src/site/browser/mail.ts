import { domainOf } from '../../core/mail/address.ts';
import type { DkimFact } from '../../core/mail/dkim-proof.ts';
import { valuesOf } from '../../core/mail/header.ts';
import { type Mail, readMail } from '../../core/mail/mail.ts';
import type { ProofPolicy } from '../../core/mail/proof.ts';
import type { Delivery } from '../../core/message/delivery.ts';
import { mailDelivery } from '../../core/message/mail-delivery.ts';
import type { Proof } from '../../core/registry/receiver.ts';

/** How a mailbox proves a sender. */
export type MailProof = { readonly method: Proof; readonly authservId: string | null };

/** The bytes of a mail as a delivery; this module is loaded only where there is one (specification sections 2.2, 2.3). */
export function mailBytesDelivery(bytes: Uint8Array, proof: MailProof, received: number): Delivery {
  const mail = readMail(bytes);
  return mailDelivery(mail, policyOf(mail, proof), received);
}

function policyOf(mail: Mail, { method, authservId }: MailProof): ProofPolicy {
  switch (method) {
    case 'header-from':
      return { kind: 'header-from' };
    case 'authserv':
      return { kind: 'authserv', id: authservId ?? '' };
    case 'dkim':
      return { kind: 'dkim', facts: unaskedFacts(mail) };
  }
}

/** A signature whose key cannot be asked for: this page reaches no DNS, so the proof is out of reach, not refuted. */
function unaskedFacts(mail: Mail): readonly DkimFact[] {
  const { address } = mail.from;
  if (address === null || valuesOf(mail.fields, 'dkim-signature').length === 0) return [];
  const unasked: DkimFact = {
    result: 'temperror',
    comment: 'a DKIM signature cannot be checked in this page, which asks no DNS',
    signingDomain: domainOf(address),
    aligned: true,
    underSized: false,
    signedHeaders: mail.fields.map(field => field.name),
  };
  return [unasked];
}
