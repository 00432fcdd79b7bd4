import { ConfigFault, type ConfigFile } from '../config/config-file.ts';
import type { Identity } from '../config/user-config.ts';
import { NO_IDENTITY } from '../config/user-config.ts';
import type { HubBody, HubClient, HubReply, HubRequest, QueryValue } from '../hub/hub-client.ts';
import { Refused } from '../hub/refused.ts';
import type { VersionWatch } from '../hub/version-watch.ts';

/** What all conversations of this machine share. */
export type HubAccess = {
  readonly client: HubClient;
  readonly file: ConfigFile;
  readonly versions: VersionWatch;
  /** The name of this machine. */
  readonly machine: string;
};

/** An identity that the hub knows. */
export type Registered = Identity & { readonly participant_id: number };

/** A request that depends on who asks: after a new registration it is made again for the new identity. */
export type Asking = (who: Registered) => HubRequest;

/** How a write is asked for. */
export type WriteOptions = {
  /** The field that says who writes. */
  readonly as?: 'participant_id' | 'sender_id';
  /** Whether it changes something by an id that means something else in another database. */
  readonly byId?: boolean;
};

/** The refusals that say that our own credentials are void, as after the hub's database was made anew. */
const VOID = ['unknown_participant', 'token_required', 'token_invalid'];

/**
 * One tool call of one conversation, and nobody else's: it acts as the identity of its key alone, registers that again where
 * the hub has lost it, and gathers what the result must say beside the answer.
 */
export class Conversation {
  readonly key: string;
  readonly #hub: HubAccess;
  #identityNote: string | null = null;
  #fileNote: string | null = null;
  #versionWarning: string | null = null;

  constructor(hub: HubAccess, key: string) {
    this.#hub = hub;
    this.key = key.trim();
  }

  /** Who this conversation is; a key that is not registered here is never taken for another. */
  async who(): Promise<Registered> {
    const identity = (await this.#hub.file.read()).identities.get(this.key);
    if (identity === undefined || identity.participant_id === null)
      throw unregistered(identity !== undefined);
    return { ...identity, participant_id: identity.participant_id };
  }

  /** Asks the hub in the name of this conversation and gives its answer, with the identity it was given to. */
  async ask(asking: Asking, byId = false): Promise<{ body: HubBody; who: Registered }> {
    const who = await this.who();
    try {
      return { body: await this.#askAs(who, asking), who };
    } catch (error) {
      if (!isVoid(error, who)) throw error;
      const again = await this.#recover(who);
      if (byId && again.server_instance !== who.server_instance) throw idsVoid();
      return { body: await this.#askAs(again, asking).catch(error => this.#noted(error)), who: again };
    }
  }

  async get(path: string, query: Readonly<Record<string, QueryValue>>): Promise<HubBody> {
    const asking: Asking = who => ({
      method: 'GET',
      path,
      query: { participant_id: who.participant_id, ...query },
    });
    return (await this.ask(asking)).body;
  }

  /** Writes in the name of this conversation; fields that are null or absent are left out. */
  async write(
    method: 'POST' | 'PATCH',
    path: string,
    body: Readonly<Record<string, unknown>>,
    { as = 'participant_id', byId = false }: WriteOptions = {},
  ): Promise<{ body: HubBody; who: Registered }> {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
    return this.ask(who => ({ method, path, body: { [as]: who.participant_id, ...given } }), byId);
  }

  /** Asks without saying who asks. */
  async askAnonymously(request: HubRequest): Promise<HubBody> {
    return this.#heard(await this.#hub.client.send(request, null)).body;
  }

  /** Registers this conversation; the hub resumes the identity that it knows by the key. Gives its answer without the token. */
  async register(declared: Readonly<Record<string, string>>): Promise<{ body: HubBody; discarded: boolean }> {
    const body = { ...declared, client_session_key: this.key };
    // A token that could not be kept would void the one that is
    await this.#hub.file.read();
    const reply = await this.#hub.client.send({ method: 'POST', path: '/register', body }, null);
    const { participant_token: token, ...rest } = this.#heard(reply).body;
    const { participant_id: id } = rest;
    if (typeof rest.resumed !== 'boolean')
      throw new Refused(
        'This hub predates identities that can be resumed, so none was kept. Update the server.',
      );
    if (typeof token !== 'string' || typeof id !== 'number')
      throw new Refused('The hub gave no participant token, so no identity was kept. Update the server.');
    const discarded = await this.#adopt({
      id,
      token,
      instance: reply.instance,
      body: rest,
      machine: declared.machine,
    });
    return { body: rest, discarded };
  }

  /** Changes what this machine remembers of the conversation. */
  async remember(change: (identity: Identity) => Identity): Promise<void> {
    await this.#hub.file.update(config => {
      const identity = config.identities.get(this.key);
      if (identity === undefined) return config;
      return { ...config, identities: new Map(config.identities).set(this.key, change(identity)) };
    });
  }

  /**
   * Changes it after the hub has done what was asked. A file that cannot be written is a note in the result and no failure, since
   * whoever is told of a failure does it again.
   */
  async rememberDone(change: (identity: Identity) => Identity): Promise<void> {
    try {
      await this.remember(change);
    } catch (error) {
      if (!(error instanceof ConfigFault)) throw error;
      this.#fileNote = `The hub did what you asked, so do not call again; but this machine could not note it. ${error.message}`;
    }
  }

  /** What the result says beside the answer. */
  notes(): Record<string, string> {
    return {
      ...(this.#identityNote === null ? {} : { identity_note: this.#identityNote }),
      ...(this.#fileNote === null ? {} : { file_note: this.#fileNote }),
      ...(this.#versionWarning === null ? {} : { version_warning: this.#versionWarning }),
    };
  }

  async #askAs(who: Registered, asking: Asking): Promise<HubBody> {
    let reply: HubReply;
    try {
      reply = await this.#hub.client.send(asking(who), who.token);
    } catch (error) {
      // Credentials that are void are renewed; any other refusal of another database is about ids that mean nothing there
      if (error instanceof Refused && !isVoid(error, who)) await this.#holdTo(who, error.instance);
      throw error;
    }
    const { body, instance } = this.#heard(reply);
    if (who.server_instance === null && instance !== null)
      await this.remember(identity => ({ ...identity, server_instance: instance }));
    await this.#holdTo(who, instance);
    return body;
  }

  /** A refusal that also says who this conversation has become: the ids in the call may be of another database. */
  #noted(error: unknown): never {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.message, {
      ...error,
      more: { ...error.more, identity_note: this.#identityNote },
    });
  }

  /** Forgets credentials that another database than theirs has answered to. */
  async #holdTo({ server_instance: known }: Registered, instance: string | null): Promise<void> {
    if (known === null || instance === null || instance === known) return;
    // Another process may have registered meanwhile, and what it got is good
    await this.remember(identity =>
      identity.server_instance === known ? { ...NO_IDENTITY, declared: identity.declared } : identity,
    );
    throw new Refused(
      'Another database answered than the one that you were registered with, so your participant id and all ids that you remember mean nothing there. They were forgotten: call aim_register with your client_session_key.',
      { code: 'server_instance_changed' },
    );
  }

  #heard(reply: HubReply): HubReply {
    this.#versionWarning = this.#hub.versions.warning(reply.version) ?? this.#versionWarning;
    return reply;
  }

  /** The identity to try once more with: that of another process that has registered meanwhile, or a new registration. */
  async #recover(who: Registered): Promise<Registered> {
    const now = await this.who();
    if (now.token !== who.token) return now;
    if (who.declared === null) throw unregistered(true);
    const { name, client_type, agent_type } = who.declared;
    const machine = this.#hub.machine;
    const { discarded } = await this.register({ name, machine, client_type, agent_type });
    const again = await this.who();
    this.#identityNote = `Your credentials were void, so you were re-registered automatically as participant ${again.participant_id}${discarded ? ': the hub is another database than before, so read markers and followed chats were dropped, and ids that you remember mean something else now' : ''}.`;
    return again;
  }

  /** Keeps what the hub registered. Says whether markers and chats of an earlier identity were dropped. */
  async #adopt(given: {
    readonly id: number;
    readonly token: string;
    readonly instance: string | null;
    readonly body: HubBody;
    readonly machine: string | undefined;
  }): Promise<boolean> {
    const { id, token, instance, body, machine } = given;
    let discarded = false;
    await this.#hub.file.update(config => {
      const old = config.identities.get(this.key) ?? NO_IDENTITY;
      const other = old.participant_id !== null && old.participant_id !== id;
      const elsewhere = old.server_instance !== null && old.server_instance !== instance;
      discarded = other || elsewhere;
      const identity: Identity = {
        ...(discarded ? NO_IDENTITY : old),
        participant_id: id,
        token,
        server_instance: instance,
        registered_at: textOf(body.registered_at),
        declared: {
          name: textOf(body.name) ?? '',
          machine: machine ?? textOf(body.machine) ?? '',
          client_type: textOf(body.client_type) ?? '',
          agent_type: textOf(body.agent_type) ?? '',
        },
      };
      return { ...config, identities: new Map(config.identities).set(this.key, identity) };
    });
    return discarded;
  }
}

function isVoid(error: unknown, who: Registered): boolean {
  if (!(error instanceof Refused) || error.code === null || !VOID.includes(error.code)) return false;
  return error.participant === null || error.participant === who.participant_id;
}

function unregistered(known: boolean): Refused {
  return new Refused(
    known
      ? 'This conversation is not registered with the hub any more. Call aim_register with this client_session_key first.'
      : 'No identity is registered here under this client_session_key. Call aim_register with it first; no other conversation’s identity is ever used instead.',
    { code: 'not_registered' },
  );
}

function idsVoid(): Refused {
  return new Refused(
    'The hub is another database than before, so the ids in this call would name something else there. You were re-registered automatically, and nothing was changed: look up what you mean and call again.',
    { code: 'server_instance_changed' },
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
