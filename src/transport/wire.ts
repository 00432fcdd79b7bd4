import type { Args } from '../core/finding/finding.ts';
import type { NoteCode } from '../core/finding/monitor-codes.ts';
import type { Sender } from '../core/mail/sender.ts';
import type { Delivery, ReceivedFile, Transport } from '../core/message/delivery.ts';

/** The kinds of wire that can be watched. */
export const WIRE_KINDS = ['imap', 'folder', 'github', 'chat', 'direct', 'inbox'] as const;
export type WireKind = (typeof WIRE_KINDS)[number];

/**
 * How far a wire has been read, in the wire's own words. It is made of nothing but what the server (or the folder) said; only
 * the wire that wrote it reads it. Everything else keeps it and hands it back.
 */
export type Watermark = string;

/** What one poll starts from. */
export type PollRequest = {
  /** Where the poll before ended; null on the first one. */
  readonly from: Watermark | null;
  /** What a first poll begins with: what comes from now on, everything, or what arrived at a moment (ms) or later. */
  readonly since: 'now' | 'all' | number;
  /** The run's clock, in ms since the epoch. */
  readonly now: number;
  /** Whether this wire has delivered a transport id before, so that its message need not be fetched again. */
  readonly isSeen: (transportId: string) => boolean;
  /** Those of some transport ids that are not seen: for a wire that lists all it has each time. */
  readonly unseen: (transportIds: readonly string[]) => readonly string[];
  /** Says that the wire is not silent though nothing is ready yet (bytes of a large mail arrive). */
  readonly alive: () => void;
  /** Aborted when the run gives the wire up: the wire then closes what it holds. */
  readonly signal: AbortSignal;
};

/** What a wire hands over of one message: it is read, proven and judged later, in a worker. */
export type Content =
  /** A mail as it travels. Of one that is larger than is read, only the start, and `size` says how large it is. */
  | { readonly form: 'mail'; readonly bytes: Uint8Array; readonly size: number }
  /** A text of which the wire knows the sender: a chat, a direct message, a conversation. */
  | {
      readonly form: 'text';
      readonly transport: Exclude<Transport, 'email'>;
      readonly bytes: Uint8Array;
      readonly sender: Sender;
      readonly files: readonly ReceivedFile[];
    }
  /** A file of a drop folder, by its path; `identity` is the party that the folder or the file's owner proves, else null. */
  | { readonly form: 'file'; readonly path: string; readonly identity: string | null }
  /** An issue; `party` is whose numeric id the author's is, else null. `automatic` says which automat wrote it. */
  | {
      readonly form: 'issue';
      readonly body: string;
      readonly party: string | null;
      readonly automatic: string | null;
    }
  /** A message that is there, and that its place does not give; `why` is in words. */
  | { readonly form: 'withheld'; readonly why: string }
  /** A delivery that was read before and held: its sender was proven on arrival. `source` is what it was read from. */
  | { readonly form: 'delivery'; readonly delivery: Delivery; readonly source?: Source };

/** What a message was read from, as far as a command of the owner's can read it again. */
export type Source = Extract<Content, { form: 'mail' | 'text' | 'file' }>;

/** One message that has arrived on a wire. */
export type Arrival = {
  /** What the wire calls the message, for ever: `uidvalidity:uid`, a file's name and state, an issue and its edit. */
  readonly transportId: string;
  /** What a person calls it: shown as `file` in a result. It may hold a stranger's words. */
  readonly label: string;
  /** When the server or the folder says it arrived, in ms since the epoch. */
  readonly arrived: number;
  /**
   * Whether a message with bytes that this wire delivered before is the same one and stays silent: the server has numbered its
   * mailbox anew, or somebody touched a file.
   */
  readonly again: boolean;
  readonly content: Content;
  /** How far the wire is read once this arrival is recorded. */
  readonly watermark: Watermark;
};

/** What a poll gives, in this order of the wire; each is recorded before the next is asked for. */
export type WireEvent =
  | { readonly event: 'arrival'; readonly arrival: Arrival }
  /** About how many arrivals are to come, for showing progress. */
  | { readonly event: 'expected'; readonly count: number }
  /** Something for a person about the wire, once where a transport id says of what. */
  | { readonly event: 'note'; readonly note: WireNote; readonly transportId?: string }
  /** What a first poll leaves unjudged, where no watermark could say so. */
  | { readonly event: 'passed'; readonly transportIds: readonly string[] }
  /** The poll went through: so far the wire has been read. The last event of every good poll. */
  | { readonly event: 'reached'; readonly watermark: Watermark };

/** A wire's note as data; `report/wire-wording.ts` has the sentence. */
export type WireNote = { readonly code: NoteCode; readonly args: Args };

/**
 * One wire that is watched. It only ever reads, and changes nothing where it reads. A poll is one short session: it connects when
 * it is first asked, and closes when it is through, when it fails, or when its reader stops. It throws a `WireError` where
 * the wire cannot be read; what it gave before stands. Specification section 2.1.
 */
export type Wire = {
  readonly kind: WireKind;
  /** Names this wire among all that are watched; bookkeeping depends on it, so it never changes with a mere setting. */
  readonly name: string;
  readonly poll: (request: PollRequest) => AsyncGenerator<WireEvent, void>;
};

/** Why a wire could not be read, in words for a person. */
export class WireError extends Error {}
