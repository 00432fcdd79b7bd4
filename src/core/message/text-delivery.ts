import { BOUNDS } from '../finding/bounds.ts';
import { finding } from '../finding/finding.ts';
import type { Sender } from '../mail/sender.ts';
import { type Decoded, decodeText } from './decode.ts';
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

/**
 * A plain text as a delivery; it has no subject, and nothing in it is automatic. Of one that is larger than a wire may carry
 * only the start is looked at, for its shape. Specification sections 2.1 and 2.3.
 */
export function textDelivery(bytes: Uint8Array, wire: TextWire): Delivery {
  const { text, shown, findings } = bytes.length > BOUNDS.wireBytes ? tooLarge(bytes) : decodeText(bytes);
  return {
    ...wire,
    subject: null,
    automatic: null,
    text,
    displayText: text === null ? shown : null,
    findings,
  };
}

function tooLarge(bytes: Uint8Array): Decoded {
  const { shown } = decodeText(bytes.subarray(0, BOUNDS.blockBytes));
  const args = { bytes: bytes.length, limit: BOUNDS.wireBytes };
  return { text: null, shown, findings: [finding('message-too-large', args)] };
}
