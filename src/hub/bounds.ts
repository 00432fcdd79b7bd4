/** How much a hub does at once; what comes beyond is told to come back. */
export type Capacity = { readonly requestsInWork: number; readonly eventStreams: number };

/** Every bound of the hub, each with its reason, in one place. */
export const HUB_BOUNDS = {
  /** Bytes of a request's body: the largest legal one (a message of 4,000 characters, escaped) is under 50 KB. */
  bodyBytes: 1024 * 1024,
  /** Bytes from which on a body is a large one: no legal request has as many. */
  largeBodyBytes: 64 * 1024,
  /** Large bodies that are held at once: together they must not fill the memory. */
  largeBodies: 32,
  /** Bytes of a body that is too large that are still taken, so that the client lives to read the refusal. */
  drainBytes: 64 * 1024 * 1024,
  /** Characters of a refused value that an answer repeats: enough to recognise it, too few to amplify. */
  echoChars: 200,
  /** Entries of a refused list or object that an answer repeats. */
  echoEntries: 10,
  /** Levels of a refused value that an answer repeats. */
  echoDepth: 3,
  /** Levels of nesting of a memory's metadata: deeper ones exhaust the stack of whoever prints them. */
  metadataDepth: 100,
  /** Bytes of a memory's metadata, written as the public system writes it. */
  metadataBytes: 8000,
  /** Different tags of one memory, as in the public system. */
  memoryTags: 20,
  /** Characters of an Idempotency-Key: a UUID has 36. */
  idempotencyKeyChars: 255,
  /** Milliseconds for which the same fault again is only counted: a full disk must not fill the log too. */
  sameFaultMs: 60_000,
  /** Milliseconds for which an answer is kept for a repeat: a client that retries later has given up long ago. */
  idempotencyMs: 24 * 3_600_000,
  /** Writes that may wait for the disk: at 5,000 a second this is under a second of waiting. */
  waitingWrites: 4096,
  /** Writes in one commit: more would only lengthen the wait of those behind. */
  commitJobs: 256,
  /** Searches of text that may wait: each may read a whole history. */
  waitingScans: 64,
  /** Requests in work at once; the next ones are told to come back. */
  requestsInWork: 2048,
  /** Seconds that a refused client is asked to wait. */
  retryAfterSeconds: 1,
  /** Followers of the event stream at once: each holds a socket and a few hundred bytes. */
  eventStreams: 2000,
  /** Milliseconds between two signs of life on an event stream: proxies close at 60 s of silence. */
  eventKeepAliveMs: 15_000,
  /** Milliseconds after which a reader that takes nothing is let go. */
  eventStallMs: 60_000,
  /** Messages read at once to tell the followers what is new. */
  eventBatch: 1000,
  /** Milliseconds of rest between two rounds of telling: what comes meanwhile is told together. */
  eventPauseMs: 25,
  /** Milliseconds between two looks for messages whose hint got lost. */
  eventPollMs: 2000,
  /** Milliseconds after which a participant's presence is on disk. */
  presenceMs: 1000,
  /** Milliseconds between two rounds of retention. */
  retentionMs: 3_600_000,
  /** Messages deleted in one commit, so that a large deletion stops nobody. */
  deleteChunk: 1000,
  /** Milliseconds for what is in work when the hub is asked to end. */
  endingMs: 5000,
  /** Milliseconds for a request to arrive whole. */
  requestMs: 30_000,
} as const;
