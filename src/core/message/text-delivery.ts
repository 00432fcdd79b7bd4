import type { Sender } from '../mail/sender.ts';
import { decodeText } from './decode.ts';
import type { Delivery, ReceivedFile, Transport } from './delivery.ts';

/** What a wire of plain texts (a folder, a chat) knows of one text beside its bytes. */
export type TextWire = {
  readonly transport: Exclude<Transport, 'email'>;
  readonly received: number;
  readonly sender: Sender;
  /** The message's own file name where the wire is a folder, else null. */
  readonly fileName: string | null;
  readonly files: readonly ReceivedFile[];
};

/** A plain text as a delivery; it has no subject, and nothing in it is automatic (specification section 2.1). */
export function textDelivery(bytes: Uint8Array, wire: TextWire): Delivery {
  const { text, shown, findings } = decodeText(bytes);
  return {
    ...wire,
    subject: null,
    automatic: null,
    text,
    displayText: text === null ? shown : null,
    findings,
  };
}
