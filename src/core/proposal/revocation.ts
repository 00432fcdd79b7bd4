import type { Agreement } from '../agreement/agreement.ts';
import { FORMAT } from '../message/envelope.ts';
import { formatMessage } from '../message/format.ts';

/** Who writes a message to whom, and when: addresses are private and come from the private file. */
export type Letter = { readonly from: string; readonly to: string; readonly sent: string };

/**
 * The STATUS that tells the other side of a revocation, as a courtesy: it gives no reason and opens no negotiation. Null where the
 * sender is no address. Specification section 8.6.
 */
export function revocationNotice(agreement: Agreement, by: string, letter: Letter): string | null {
  const id = agreement.agreement;
  const written = formatMessage({
    envelope: {
      format: FORMAT,
      id: `revoked-${id}`.slice(0, 64),
      from: letter.from,
      type: 'STATUS',
      sent: letter.sent,
      reply_to: 'none',
      agreement: id,
    },
    fields: {
      topic: 'AIMF agreement revoked',
      state: 'attention',
      detail: `${id} was revoked by ${by}. What arrives under it is ordinary mail from now on; no answer is needed`,
    },
    body: '',
  });
  return 'text' in written ? written.text : null;
}
