import type { Mail } from '../mail/mail.ts';
import { type ProofPolicy, proveSender } from '../mail/proof.ts';
import type { Delivery } from './delivery.ts';

/** A read mail as a delivery, its sender proven by the mailbox's own way (specification sections 2.2 and 2.3). */
export function mailDelivery(mail: Mail, policy: ProofPolicy, received: number): Delivery {
  return {
    transport: 'email',
    received,
    sender: proveSender(mail, policy),
    subject: mail.subject,
    fileName: null,
    automatic: mail.automatic,
    text: mail.text,
    displayText: mail.displayText,
    files: mail.files,
    findings: mail.findings,
  };
}
