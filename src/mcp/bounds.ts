/** Every bound of the MCP server, each with its reason, in one place. */
export const MCP_BOUNDS = {
  /** Milliseconds that the hub may take for one answer: beyond, nobody knows whether it came through. */
  requestMs: 30_000,
  /** Messages asked for at once when a read goes back to its marker: the most that the hub gives. */
  page: 200,
  /** Pages counted back for what still waits where the hub has no counter (mentions): 5,000 of them are an outage. */
  countedPages: 25,
  /** Chats asked for at once: the most that the hub gives. */
  chatPage: 200,
  /** Milliseconds between two looks for news of a watched inbox, where the hub tells nothing by itself. */
  pollMs: 5_000,
  /** Milliseconds of silence after which an event stream counts as dead: the hub says something every 15 s. */
  streamSilenceMs: 45_000,
  /** Inboxes that one client may watch: one process serves the conversations of one machine. */
  watchedInboxes: 64,
  /** Subscriptions of one client that are watched: more are a client that forgets to end them. */
  subscriptions: 256,
  /** Milliseconds to wait for another process that writes the same file: a write takes a few. */
  lockMs: 10_000,
  /** Milliseconds between two tries for the lock. */
  lockPauseMs: 10,
  /** Bytes of `user_config.json`: thousands of conversations with their chats fit. */
  configBytes: 16 * 1024 * 1024,
  /** Names of similar chats that an error lists. */
  similarChats: 5,
  /** Vectors on one page of the list. */
  vectorPage: 50,
  /** Values that an argument is completed to at once: the most that the protocol allows. */
  completions: 100,
  /** Bytes of a message or mail that is judged: a client that sends more wants something else. */
  judgedBytes: 1024 * 1024,
} as const;
