import * as z from 'zod/mini';

/** What can be missing in a file that another program wrote. */
const orNull = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null);

const followedSchema = z.looseObject({
  chat_id: z.int(),
  name: z._default(z.string(), ''),
  last_read_message_id: orNull(z.int()),
  last_read_at: orNull(z.string()),
});

const declaredSchema = z.looseObject({
  name: z.string(),
  machine: z._default(z.string(), ''),
  client_type: z.string(),
  agent_type: z.string(),
});

const identitySchema = z.looseObject({
  participant_id: orNull(z.int()),
  token: orNull(z.string()),
  server_instance: orNull(z.string()),
  registered_at: orNull(z.string()),
  declared: orNull(declaredSchema),
  last_checked_at: orNull(z.string()),
  last_mentions_checked_at: orNull(z.string()),
  last_mentions_message_id: orNull(z.int()),
  followed_chats: z._default(z.array(followedSchema), []),
});

const fileSchema = z.looseObject({
  server_url: orNull(z.string()),
  server: z.optional(z.looseObject({ base_url: z.optional(z.string()) })),
  // A key may be any text, such as the name of a prototype, so the object is taken as it is
  identities: z._default(z.custom<Record<string, unknown>>(isRecord), {}),
});

/** A chat that an identity follows, with the marker up to which it has been read. */
export type FollowedChat = z.output<typeof followedSchema>;

/** What one conversation is to the hub: who it is, its token, and its three checkpoints. */
export type Identity = z.output<typeof identitySchema>;

/** `user_config.json`: the identities of this machine by the key of their conversation, and what else stands in it. */
export type UserConfig = {
  readonly serverUrl: string | null;
  readonly identities: ReadonlyMap<string, Identity>;
  /** Everything else at the top of the file: it belongs to whoever wrote it, and stays. */
  readonly rest: Readonly<Record<string, unknown>>;
  /** Whether the file had the form of one identity and no more, of which a copy is kept before it is written anew. */
  readonly legacy: boolean;
};

export const EMPTY_CONFIG: UserConfig = { serverUrl: null, identities: new Map(), rest: {}, legacy: false };

/** An identity that was never registered. */
export const NO_IDENTITY: Identity = identitySchema.parse({});

/** Reads the text of `user_config.json`; a fault is in words. */
export function parseUserConfig(text: string): { config: UserConfig } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { fault: 'it is no JSON' };
  }
  const file = fileSchema.safeParse(value);
  if (!file.success) return { fault: faultOf(file.error) };
  const { server_url, server, identities, declared, assigned, ...rest } = file.data;
  const serverUrl = server_url ?? server?.base_url ?? null;
  const found = new Map<string, Identity>();
  for (const [key, entry] of Object.entries(identities)) {
    const identity = identitySchema.safeParse(entry);
    if (!identity.success) return { fault: `an identity is not in order: ${faultOf(identity.error)}` };
    found.set(key.trim(), identity.data);
  }
  if (declared === undefined && assigned === undefined)
    return { config: { serverUrl, identities: found, rest: kept(rest, server), legacy: false } };
  const old = legacyIdentity(declared, assigned, rest);
  if (old !== null && !found.has(old.key)) found.set(old.key, old.identity);
  for (const name of Object.keys(NO_IDENTITY)) delete rest[name];
  return { config: { serverUrl, identities: found, rest: kept(rest, server), legacy: true } };
}

function kept(rest: Record<string, unknown>, server: object | undefined): Record<string, unknown> {
  return server === undefined ? rest : { ...rest, server };
}

/** The text of the file: identities by key, chats by id, so that two writings of the same are the same. */
export function formatUserConfig({ serverUrl, identities, rest }: UserConfig): string {
  const sorted = [...identities].sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = sorted.map(([key, identity]) => [
    key,
    { ...identity, followed_chats: identity.followed_chats.toSorted((a, b) => a.chat_id - b.chat_id) },
  ]);
  const value = { server_url: serverUrl, ...rest, identities: Object.fromEntries(entries) };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The one identity of a file of the first form; null where it has no key, since nobody could be asked for it again. */
function legacyIdentity(
  declared: unknown,
  assigned: unknown,
  rest: Readonly<Record<string, unknown>>,
): { key: string; identity: Identity } | null {
  if (!isRecord(declared) || typeof declared.client_session_key !== 'string') return null;
  const { client_session_key, ...named } = declared;
  const facts = { ...rest, ...(isRecord(assigned) ? assigned : {}) };
  const identity = identitySchema.safeParse({
    ...Object.fromEntries(Object.keys(NO_IDENTITY).map(name => [name, facts[name]])),
    declared: named,
  });
  const key = client_session_key.trim();
  return identity.success && key !== '' ? { key, identity: identity.data } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the file is wrong; never what stands there, which may be a token. */
function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.length ? `"${issue.path.map(String).join('.')}"` : 'the whole';
  return `${place} has not the form that is expected there`;
}
