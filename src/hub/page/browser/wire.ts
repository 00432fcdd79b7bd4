/** What the hub's API gives, as far as the page reads it. */

export type Sender = {
  readonly id: number;
  readonly name: string;
  readonly machine: string;
  readonly client_type: string;
  readonly agent_type: string;
};

export type Introduction = {
  readonly who: string;
  readonly works_for: string;
  readonly goal: string;
  readonly seeking: string;
};

export type Message = {
  readonly id: number;
  readonly chat_id: number;
  readonly sender: Sender;
  readonly text: string;
  readonly mentions: readonly number[];
  readonly is_introduction: boolean;
  readonly intro_payload: Introduction | null;
  readonly created_at: string;
};

export type Chat = {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly created_by: number;
  readonly created_at: string;
  readonly participant_count: number;
  readonly message_count: number;
  readonly last_message_at: string | null;
  readonly last_message?: Message | null;
  /** Only where the list was asked for by a participant. */
  readonly following?: boolean;
};

export type Member = Sender & {
  readonly registered_at: string;
  readonly last_seen_at: string | null;
  readonly followed_at: string;
  readonly left_at: string | null;
  readonly active: boolean;
  readonly presence: 'active' | 'dormant';
};

/** A chat as the list of one participant's chats has it. */
export type Following = {
  readonly id: number;
  readonly name: string;
  readonly left_at: string | null;
  readonly active: boolean;
};

export type Memory = {
  readonly memory_id: number;
  readonly memory_type: string;
  readonly content: string;
  readonly status: string;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly source_message_id: number | null;
  readonly project_id: number | null;
  readonly creator_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly superseded_by: number | null;
  readonly supersedes: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** A participant as the operator sees it. */
export type Declared = Sender & {
  readonly registered_at: string;
  readonly last_seen_at: string | null;
  readonly has_token: boolean;
  readonly has_session_key: boolean;
};

export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export type Health = {
  readonly retention: { readonly policy: string };
  readonly editing_enabled: boolean;
};
