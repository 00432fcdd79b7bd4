/** Why a tool does not give what was asked for, in words that the agent can act on; it becomes the result's `error`. */
export class Refused extends Error {
  /** The hub's code where it gave one, or one of ours. */
  readonly code: string | null;
  /** What else the result says. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The participant that the hub's refusal is about. */
  readonly participant: number | null;
  /** The database of the hub that refused; null where it was not the hub, or it did not say. */
  readonly instance: string | null;
  /** Whether the words repeat what other participants wrote. */
  readonly foreign: boolean;

  constructor(
    message: string,
    about: {
      readonly code?: string | null;
      readonly more?: Readonly<Record<string, unknown>>;
      readonly participant?: number | null;
      readonly instance?: string | null;
      readonly foreign?: boolean;
    } = {},
  ) {
    super(message);
    this.code = about.code ?? null;
    this.more = about.more ?? {};
    this.participant = about.participant ?? null;
    this.instance = about.instance ?? null;
    this.foreign = about.foreign ?? false;
  }
}
