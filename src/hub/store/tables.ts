import type { Generated } from 'kysely';

/** The tables, equal on every store. Times are texts of fixed width, so that their order is that of time. */
export type Tables = {
  server_meta: { key: string; value: string };
  participants: {
    id: Generated<number>;
    name: string;
    machine: string;
    client_type: string;
    agent_type: string;
    registered_at: string;
    /** SHA-256 of the continuity key: the key is a credential, and is stored nowhere. */
    session_key_hash: string | null;
    last_seen_at: string | null;
    token_hash: string | null;
  };
  chats: {
    id: Generated<number>;
    name: string;
    name_folded: string;
    description: string | null;
    created_by: number;
    created_at: string;
    /** The time of the newest message, or of the founding: the order of the chat list. */
    active_at: string;
    last_message_id: number | null;
    last_message_at: string | null;
    /** The number of the newest message within its chat; never lowered, so that numbers stay differences. */
    last_seq: number;
    message_count: number;
    participant_count: number;
  };
  chat_members: { chat_id: number; participant_id: number; followed_at: string; left_at: string | null };
  messages: {
    id: Generated<number>;
    chat_id: number;
    /** Its number within the chat, in the order of time: the difference of two is a count. */
    seq: number;
    sender_id: number;
    text: string;
    /** The text as it is searched; null where `lower(text)` is the same. */
    text_folded: string | null;
    is_introduction: number;
    intro_payload: string | null;
    created_at: string;
  };
  mentions: { message_id: number; participant_id: number; chat_id: number };
  memories: {
    id: Generated<number>;
    memory_type: string;
    content: string;
    content_folded: string | null;
    status: string;
    confidence: number;
    source_message_id: number | null;
    project_id: number | null;
    creator_id: number | null;
    metadata: string;
    created_at: string;
    updated_at: string;
  };
  memory_lineage: {
    id: Generated<number>;
    superseded_id: number;
    superseding_id: number;
    reason: string | null;
    recorded_at: string;
  };
  memory_tags: { memory_id: number; tag: string };
  memory_disputes: {
    id: Generated<number>;
    memory_id: number;
    conflicting_id: number | null;
    reason: string;
    created_at: string;
  };
  /** Answers kept for a repeat, sealed under the request itself: without it they cannot be read. */
  idempotency: {
    scope: string;
    key_hash: string;
    request_hash: string;
    sealed: string;
    created_at: string;
  };
};
