import type { Agreement } from '../agreement/agreement.ts';
import { FORMAT } from '../message/envelope.ts';
import { type Draft, formatMessage } from '../message/format.ts';
import type { FromForm } from '../message/parse.ts';

/** Who writes a message, and when (RFC 3339): an address is private and comes from the private file; in public it is a label. */
export type Letter = { readonly from: string; readonly sent: string };

/**
 * The STATUS that tells the other side of a revocation, as a courtesy: it gives no reason and opens no negotiation. Null where the
 * sender is no address. Specification section 8.6.
 */
export function revocationNotice(
  agreement: Agreement,
  by: string,
  letter: Letter,
  fromForm: FromForm = 'address',
): string | null {
  const id = agreement.agreement;
  const message: Draft = {
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
  };
  const written = formatMessage(message, fromForm);
  return 'text' in written ? written.text : null;
}
