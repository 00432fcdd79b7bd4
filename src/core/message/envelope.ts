import * as z from 'zod/mini';

/** The only format this reader knows. */
export const FORMAT = 'AIMF/1';

/** Where the result of a message may surface (specification section 3.4). */
export const REPLY_TO = ['main-chat', 'email', 'none'] as const;

const DAY =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|' +
  '\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))';

/** A real calendar date, `YYYY-MM-DD`. */
export const DATE: RegExp = new RegExp(`^${DAY}$`);

/** RFC 3339, strictly: a real date, capital letters, seconds, an offset; no leap second (one cannot be foretold). */
export const TIMESTAMP: RegExp = new RegExp(
  `^${DAY}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`,
);

/** The form of a message id, and of an agreement's (specification section 3.4). */
export const ID: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The form of a protocol version: `v1.10`; the first version was called `v1`. */
export const PROTOCOL_VERSION: RegExp = /^v(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5}))?$/;

/** The form of a party's label: never an address. */
export const LABEL: RegExp = /^[a-z0-9][a-z0-9_-]{0,38}$/;

/** An address as an envelope may carry it; whether its domain is a domain name is decided by `normalizeAddress`. */
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[^\s@<>()[\]\\,;:"|&]{1,255}$/u;

const envelopeFields = {
  format: z.literal(FORMAT),
  id: z.string().check(z.regex(ID)),
  from: z.string().check(z.regex(ADDRESS)),
  type: z.string().check(z.regex(/\S/)),
  sent: z.string().check(z.regex(TIMESTAMP)),
  reply_to: z.enum(REPLY_TO),
  agreement: z.optional(z.string().check(z.regex(ID))),
  agreement_version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  protocol_version: z.optional(z.string().check(z.regex(PROTOCOL_VERSION))),
  auth: z.optional(z.string().check(z.regex(/\S/))),
} as const;

/** The envelope, a closed list; every value is the text as written (specification section 3.4). */
export const envelopeSchema = z.strictObject(envelopeFields);
export type Envelope = z.infer<typeof envelopeSchema>;

/** The envelope on the GitHub wire: `from` is the party's label, and no `auth` may stand in public (section 9.8). */
export const githubEnvelopeSchema = z.omit(
  z.strictObject({ ...envelopeFields, from: z.string().check(z.regex(LABEL)) }),
  { auth: true },
);

/** The envelope's field names, required ones first, in the order in which they are written. */
export const ENVELOPE_FIELDS: readonly string[] = Object.keys(envelopeFields);
