import type { Accepted } from '../core/gate/inbox.ts';
import type { DutyJson, MonitorResult } from '../core/report/monitor-json.ts';
import type { Content, Watermark } from '../transport/wire.ts';

/**
 * What must survive a restart of the monitor. One process writes at a time. Every method is one transaction: after a kill at
 * any moment it has happened whole or not at all. Times are ms since the epoch. Specification section 10.2.
 */
export type Store = {
  /** Whether the file that is open is still the one that lies in the state folder: an erased state is a damaged one. */
  readonly isInPlace: () => boolean;
  /** Closes the file and frees the lock. */
  readonly close: () => void;

  readonly watermark: (wire: string) => Watermark | null;
  readonly setWatermark: (wire: string, watermark: Watermark) => void;
  readonly isSeen: (wire: string, transportId: string) => boolean;
  /** Those of some transport ids that are not seen, in one question. */
  readonly unseen: (wire: string, transportIds: readonly string[]) => readonly string[];
  /** Whether this wire has delivered these bytes before (SHA-256, hex). */
  readonly isKnown: (wire: string, hash: string) => boolean;
  /** Marks what a wire passes over for good. */
  readonly pass: (wire: string, transportIds: readonly string[]) => void;
  /** Everything about one message at once. */
  readonly record: (message: RecordedMessage) => void;

  readonly held: () => Iterable<HeldMessage>;
  /** A held message was judged again and got another verdict: its second result, and it is held no more. */
  readonly release: (held: string, message: Pick<RecordedMessage, 'result' | 'accepted'>, at: number) => void;

  /** Tells a duty that has not been told before; says whether it is new. */
  readonly tell: (duty: ToldDuty, at: number) => boolean;
  /** When each acknowledgement was first seen on any wire: `{agreement, version, at}`. */
  readonly acks: () => readonly SeenAck[];

  /** Names the channels of this run; one that is new begins here, without what was recorded before. */
  readonly openChannels: (channels: readonly string[]) => void;
  /** What a channel has not delivered yet, oldest first, read one by one. */
  readonly pending: (channel: string) => Iterable<ReportEntry>;
  /** A channel has delivered these keys. */
  readonly delivered: (channel: string, keys: readonly string[], at: number) => void;
  /** Results and duties recorded from a moment on, oldest first: for a roll-up. */
  readonly entriesSince: (at: number) => Iterable<ReportEntry>;

  readonly beginRun: (at: number) => number;
  readonly endRun: (run: number, end: RunEnd) => void;
  /** The newest runs first. */
  readonly runs: (limit: number) => readonly RunRecord[];
  /** A small value of the monitor's own (when it last rolled up, what the canonical version was), or null. */
  readonly value: (name: string) => string | null;
  readonly setValue: (name: string, value: string) => void;
};

/** A message as it is recorded: seen for ever, with its result, what it used up, and how far its wire is now read. */
export type RecordedMessage = {
  readonly wire: string;
  readonly transportId: string;
  /** SHA-256, in hex, of the bytes as the wire delivered them; null where they could not be had. */
  readonly hash: string | null;
  readonly watermark: Watermark;
  /** Null where the message is ordinary mail: it is counted and nothing more. */
  readonly result: MonitorResult | null;
  readonly accepted: Accepted | null;
  /** What is needed to judge it again, where it is held. */
  readonly held: Pick<HeldMessage, 'content' | 'label' | 'arrived' | 'reason'> | null;
  readonly at: number;
};

/** A message that waits: for its agreement to be resumed, for a proof, or for a secret. */
export type HeldMessage = {
  /** The key of its first result. */
  readonly key: string;
  readonly wire: string;
  readonly transportId: string;
  readonly label: string;
  readonly arrived: number;
  readonly content: Content;
  readonly reason: HeldReason;
};

/** What a held message waits for; `name` is the agreement, the claimed sender, or the party whose secret is not at hand. */
export type HeldReason = { readonly for: 'agreement' | 'proof' | 'secret'; readonly name: string };

/** A duty with the key under which it is told once. */
export type ToldDuty = DutyJson & { readonly key: string };

/** An acknowledgement that came on a wire. */
export type SeenAck = { readonly agreement: string; readonly version: string; readonly at: number };

/** A result or a duty in the queue of reports; `recorded` is when it was recorded. */
export type ReportEntry =
  | {
      readonly kind: 'result';
      readonly key: string;
      readonly recorded: number;
      readonly result: MonitorResult;
    }
  | { readonly kind: 'duty'; readonly key: string; readonly recorded: number; readonly duty: ToldDuty };

/** How a run ended. */
export type RunEnd = {
  readonly at: number;
  /** Whether every wire could be read. */
  readonly ok: boolean;
  /** How many messages were new, ordinary ones among them. */
  readonly messages: number;
};

/** One run; `end` is null where it never ended (a kill). */
export type RunRecord = { readonly run: number; readonly started: number; readonly end: RunEnd | null };

/**
 * What opening a state gives. `busy`: another run holds it. `damaged`: it cannot be trusted, and nothing is begun anew until a
 * person says so (`resetState`).
 */
export type Opened =
  | { readonly state: 'open'; readonly store: Store }
  | { readonly state: 'busy' }
  | { readonly state: 'damaged'; readonly why: string }
  /** Only where it was opened for reading: no run has ever been. */
  | { readonly state: 'absent' };

/** How a state is opened (`openState` in `state-file.ts`). `reportsExist`: reports were written, so a missing state is damage. */
export type OpenOptions = {
  readonly reportsExist: boolean;
  /** Only to read, beside a run: takes no lock and creates nothing. */
  readonly readOnly?: boolean;
};
export type OpenState = (folder: string, options: OpenOptions) => Opened;

/** `resetState` in `state-file.ts`: sets a state aside, whatever is left of it, begins a new one, and says where the old one lies. */
export type ResetState = (
  folder: string,
  at: number,
) => { readonly state: 'reset'; readonly kept: readonly string[] } | { readonly state: 'busy' };
