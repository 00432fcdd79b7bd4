import type { Finding } from '../finding/finding.ts';
import type { MailFile } from '../mail/content.ts';
import type { Sender } from '../mail/sender.ts';

/** The wires a message can arrive on (specification section 2). */
export const TRANSPORTS = ['email', 'folder', 'chat', 'github', 'direct', 'inbox'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** A file that came with a message, whatever the wire: all readings of its name, and its bytes. */
export type ReceivedFile = MailFile;

/**
 * What one wire delivered, whatever the wire: the text, the files, and what the wire itself proved. `text` is null where
 * no text could be had; `findings` then say why. `subject` is null on wires that have none.
 */
export type Delivery = {
  readonly transport: Transport;
  /** When it arrived, in milliseconds since the epoch. Everything about time is judged at this moment. */
  readonly received: number;
  readonly sender: Sender;
  /** The subject as sent, decoded; null where the wire has none, undefined where the wire requires one and none came. */
  readonly subject: string | null | undefined;
  /** The name of the message's own file in a drop folder, else null. */
  readonly fileName: string | null;
  /** Why this is automatic mail (a bounce, an auto-reply), else null. */
  readonly automatic: string | null;
  readonly text: string | null;
  /** Text for looking at only, where a mail had HTML and no plain text: it decides the shape and nothing else. */
  readonly displayText: string | null;
  readonly files: readonly ReceivedFile[];
  readonly findings: readonly Finding[];
};
