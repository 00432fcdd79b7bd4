/** Why the hub does not do what was asked: a status and the `detail` of the answer, which is for a client to act on. */
export class Refusal extends Error {
  readonly status: number;
  readonly detail: unknown;

  constructor(status: number, detail: unknown) {
    super(typeof detail === 'string' ? detail : `refused with status ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

/** The codes of `detail.code`, each with its status. */
const STATUS = {
  unknown_participant: 404,
  token_missing: 401,
  token_invalid: 401,
  token_required: 401,
  editing_disabled: 404,
  not_operator: 403,
  session_key_taken: 409,
  confirm_name_mismatch: 409,
  nothing_to_merge: 422,
  unknown_memory: 404,
  memory_conflict: 409,
} as const;

type Code = keyof typeof STATUS;

/** A refusal that a client tells apart by its code; `about` names what it is about. */
export function coded(code: Code, message: string, about: Readonly<Record<string, number>> = {}): Refusal {
  return new Refusal(STATUS[code], { code, message, ...about });
}

/** The refusal of an id that this database has never given. */
export function unknownParticipant(id: number): Refusal {
  return coded(
    'unknown_participant',
    `Participant ${id} is not in this database. Ids are given by POST /register and are valid for one server_instance only: register again with your client_session_key.`,
    { participant_id: id },
  );
}

export function unknownMemory(id: number): Refusal {
  return coded('unknown_memory', `Memory ${id} is not in this database.`, { memory_id: id });
}

export function unknownChat(id: number): Refusal {
  return new Refusal(404, `Chat ${id} does not exist. GET /chats lists those that do.`);
}

/** The hub cannot take more work now; the same request may be sent again after a moment. */
export class Overloaded extends Error {}
