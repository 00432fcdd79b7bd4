import * as z from 'zod/mini';
import { LABEL } from '../message/envelope.ts';
import { type ChatTransport, chatFaults, chatSchema, chatTransport, sameChat } from './monitoring-chat.ts';

const label = z.string().check(z.regex(LABEL));
const text = z.string().check(z.regex(/\S/));
const variable = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/));
const duration = z.string().check(z.regex(/^\d{1,6}[smh]$/));
const hours = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-4]):[0-5]\d$/));

const imapSchema = z.strictObject({
  kind: z.literal('imap'),
  host: text,
  port: z.optional(z.int().check(z.minimum(1), z.maximum(65_535))),
  secure: z.optional(z.boolean()),
  allow_clear: z.optional(z.boolean()),
  user: text,
  password_env: z.optional(variable),
  token_env: z.optional(variable),
  mailbox: z.optional(text),
});

const folderSchema = z.strictObject({
  kind: z.literal('folder'),
  path: text,
  party: z.optional(label),
  owners: z.optional(z.record(label, z.int().check(z.minimum(0)))),
  settle: z.optional(z.union([duration, z.int().check(z.minimum(0), z.maximum(86_400))])),
});

const githubSchema = z.strictObject({
  kind: z.literal('github'),
  repository: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/)),
  token_env: z.optional(variable),
  api: z.optional(text),
});

/** The wires to watch, as `aimf.yml` lists them (FORMATS: the monitor). */
export const transportsSchema = z.array(
  z.discriminatedUnion('kind', [imapSchema, folderSchema, githubSchema, chatSchema]),
);

/** Where reports go. */
export const reportSchema = z.strictObject({
  folder: z.optional(text),
  jsonl: z.optional(text),
  mail_to: z.optional(text),
  smtp_env: z.optional(variable),
  webhook_env: z.optional(variable),
  ping_env: z.optional(variable),
});

/** Days after the effective date from which an acknowledgement is overdue. */
export const ackDaysSchema = z.int().check(z.minimum(0), z.maximum(365));

/** When the monitor runs. */
export const scheduleSchema = z.strictObject({
  every: z.optional(duration),
  hours: z.optional(hours),
  live_test: z.optional(duration),
  ack_days: z.optional(ackDaysSchema),
});

/** A mailbox that is read over IMAP. */
export type ImapTransport = {
  readonly kind: 'imap';
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte; else in clear, without an upgrade. */
  readonly secure: boolean;
  readonly user: string;
  /** Which variable holds the password, or the OAuth2 access token. */
  readonly credential: { readonly kind: 'password' | 'token'; readonly variable: string };
  readonly mailbox: string;
};

/** A folder that messages are dropped into; `path` is as written, relative to the private file. */
export type FolderTransport = {
  readonly kind: 'folder';
  readonly path: string;
  /** The party that the folder proves, the parties by the numeric ids of the users who own the files, or nobody. */
  readonly proves:
    | { readonly by: 'folder'; readonly party: string }
    | { readonly by: 'owner'; readonly parties: ReadonlyMap<number, string> }
    | null;
  /** Milliseconds for which a file must have stayed as it is before it is taken. */
  readonly settle: number;
};

/** The issues of a repository. */
export type GithubTransport = {
  readonly kind: 'github';
  readonly repository: string;
  /** The variable that holds a token; null reads a public repository without one. */
  readonly tokenVariable: string | null;
  readonly api: string;
};

export type WatchedTransport = ImapTransport | FolderTransport | GithubTransport | ChatTransport;

/** Where reports go; paths are as written, relative to the private file; `…Variable` names a variable. Null: not there. */
export type Reporting = {
  readonly folder: string | null;
  readonly jsonl: string | null;
  readonly mailTo: string | null;
  readonly smtpVariable: string | null;
  readonly webhookVariable: string | null;
  readonly pingVariable: string | null;
};

/** When the monitor runs; `every` and `liveTest` in ms, the hours in minutes of the owner's day (`to` is 1440 for 24:00). */
export type Schedule = {
  readonly every: number;
  readonly hours: { readonly from: number; readonly to: number };
  readonly liveTest: number;
  /** Days after the effective date from which an ack is overdue. */
  readonly ackDays: number;
};

/** The part of `aimf.yml` that the monitor works by. */
export type Monitoring = {
  readonly transports: readonly WatchedTransport[];
  readonly report: Reporting;
  /** The state folder as written, relative to the private file. */
  readonly state: string;
  readonly schedule: Schedule;
  /** Where the canonical documents are watched, beside what the agreements say; null: nowhere else. */
  readonly canonical: string | null;
};

type MonitoringFile = {
  readonly transports?: z.infer<typeof transportsSchema> | null | undefined;
  readonly report?: z.infer<typeof reportSchema> | null | undefined;
  readonly state?: string | undefined;
  readonly schedule?: z.infer<typeof scheduleSchema> | null | undefined;
  readonly canonical?: string | undefined;
  readonly ack_days?: number | undefined;
};

const GITHUB_API = 'https://api.github.com';

/** The monitor's part of the private file, with what holds where the file is silent (FORMATS: the monitor). */
export function monitoringOf(file: MonitoringFile): Monitoring {
  const { report, schedule } = file;
  return {
    transports: (file.transports ?? []).map(transportOf),
    report: {
      folder: report?.folder ?? null,
      jsonl: report?.jsonl ?? null,
      mailTo: report?.mail_to ?? null,
      smtpVariable: report?.smtp_env ?? null,
      webhookVariable: report?.webhook_env ?? null,
      pingVariable: report?.ping_env ?? null,
    },
    state: file.state ?? './state',
    schedule: {
      every: milliseconds(schedule?.every ?? '15m'),
      hours: hoursOf(schedule?.hours ?? '07:00-22:00'),
      liveTest: milliseconds(schedule?.live_test ?? '2m'),
      ackDays: schedule?.ack_days ?? file.ack_days ?? 7,
    },
    canonical: file.canonical ?? null,
  };
}

function transportOf(one: z.infer<typeof transportsSchema>[number]): WatchedTransport {
  switch (one.kind) {
    case 'imap': {
      const secure = one.secure ?? true;
      const variable = one.password_env ?? one.token_env ?? '';
      return {
        kind: 'imap',
        host: one.host,
        port: one.port ?? (secure ? 993 : 143),
        secure,
        user: one.user,
        credential: { kind: one.password_env === undefined ? 'token' : 'password', variable },
        mailbox: one.mailbox ?? 'INBOX',
      };
    }
    case 'folder':
      return {
        kind: 'folder',
        path: one.path,
        proves: provesOf(one),
        settle: typeof one.settle === 'number' ? one.settle * 1000 : milliseconds(one.settle ?? '30s'),
      };
    case 'github':
      return {
        kind: 'github',
        repository: one.repository,
        tokenVariable: one.token_env ?? null,
        api: (one.api ?? GITHUB_API).replace(/\/+$/, ''),
      };
    case 'chat':
      return chatTransport(one);
  }
}

function provesOf(folder: z.infer<typeof folderSchema>): FolderTransport['proves'] {
  if (folder.party !== undefined) return { by: 'folder', party: folder.party };
  if (folder.owners === undefined) return null;
  return { by: 'owner', parties: new Map(Object.entries(folder.owners).map(([party, id]) => [id, party])) };
}

/** What of the monitor's part cannot stand together, in words (FORMATS: the monitor). */
export function monitoringFaults(file: MonitoringFile, parties: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const seen = new Map<string, number>();
  for (const [at, one] of (file.transports ?? []).entries()) {
    const where = `transports.${at}`;
    faults.push(...transportFaults(one, where, parties));
    const same = sameWire(one);
    const before = seen.get(same);
    if (before !== undefined) faults.push(`${where}: it watches the same place as transports.${before}`);
    seen.set(same, at);
  }
  const { report, schedule } = file;
  if (report?.mail_to !== undefined && report.smtp_env === undefined)
    faults.push('report.smtp_env: is missing; mail_to needs a variable that holds smtp://user:password@host');
  for (const name of ['every', 'live_test'] as const) {
    const given = schedule?.[name];
    if (given !== undefined && milliseconds(given) < 1000)
      faults.push(`schedule.${name}: must be a second at least`);
  }
  const { from, to } = hoursOf(schedule?.hours ?? '07:00-22:00');
  if (to > 1440 || from === to)
    faults.push('schedule.hours: write two times of a day, such as 07:00-22:00; 00:00-24:00 is all day');
  return faults;
}

function transportFaults(
  one: z.infer<typeof transportsSchema>[number],
  where: string,
  parties: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  switch (one.kind) {
    case 'imap':
      if ((one.password_env === undefined) === (one.token_env === undefined))
        faults.push(
          `${where}: name one variable, password_env for a password or token_env for an OAuth2 token`,
        );
      if (one.secure === false && one.allow_clear !== true && !isLoopback(one.host))
        faults.push(
          `${where}.secure: false sends the password and all mail in clear to ${one.host}; leave it out, or write allow_clear: true beside it if you mean that`,
        );
      break;
    case 'folder': {
      if (one.party !== undefined && one.owners !== undefined)
        faults.push(`${where}: a folder proves one party or goes by the files' owners, not both`);
      const named = one.party === undefined ? Object.keys(one.owners ?? {}) : [one.party];
      for (const party of named)
        if (!parties.has(party)) faults.push(`${where}: ${party} is none of the parties of this file`);
      const ids = Object.values(one.owners ?? {});
      if (new Set(ids).size < ids.length) faults.push(`${where}.owners: one user stands under two parties`);
      break;
    }
    case 'github':
      if (one.api !== undefined && !/^https:\/\/|^http:\/\/(?:127\.|localhost\b|\[::1\])/.test(one.api))
        faults.push(`${where}.api: must start with https://`);
      break;
    case 'chat':
      faults.push(...chatFaults(one, where));
  }
  return faults;
}

/** Whether a host is this machine whatever a name server says. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function sameWire(one: z.infer<typeof transportsSchema>[number]): string {
  switch (one.kind) {
    case 'imap':
      return `imap ${one.user} ${one.host} ${one.mailbox ?? 'INBOX'}`;
    case 'folder':
      return `folder ${one.path.replace(/\/+$/, '')}`;
    case 'github':
      return `github ${one.repository.toLowerCase()}`;
    case 'chat':
      return sameChat(one);
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `30s`, `15m` or `2h` in milliseconds (FORMATS: the monitor). */
function milliseconds(text: string): number {
  return Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0);
}

function hoursOf(text: string): Schedule['hours'] {
  const [from = 0, to = 0] = text.split('-').map(time => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return { from, to };
}
