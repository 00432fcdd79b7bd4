import type { Proof } from '../core/registry/receiver.ts';

/** What a new private file is made of, as a person answered. Absent answers leave their line out. */
export type Answers = {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly timeZone: string;
  readonly registry: string;
  readonly mail: { readonly proof: Proof; readonly authservId: string | null } | null;
  readonly party: {
    readonly label: string;
    readonly identity: string;
    readonly agreement: string | null;
  } | null;
  readonly imap: {
    readonly host: string;
    readonly port: number | null;
    readonly secure: boolean;
    readonly user: string;
    readonly passwordEnv: string | null;
    readonly tokenEnv: string | null;
    readonly mailbox: string | null;
  } | null;
  readonly folder: { readonly path: string; readonly party: string | null } | null;
  readonly github: { readonly repository: string; readonly tokenEnv: string | null } | null;
  readonly report: {
    readonly folder: string | null;
    readonly jsonl: string | null;
    readonly mailTo: string | null;
    readonly smtpEnv: string | null;
    readonly webhookEnv: string | null;
    readonly pingEnv: string | null;
  };
  readonly state: string;
  readonly every: string;
  readonly hours: string;
  readonly canonical: string | null;
};

/** The text of a new `aimf.yml`, with the comments that a person needs to change it. FORMATS: private. */
export function privateFileText(answers: Answers): string {
  const { mail, party, canonical } = answers;
  const lines = [
    '# The private file of your monitor: who may write, what is watched, where reports go. Never commit it.',
    '# Paths are relative to this file; passwords are in the environment, and only their names stand here.',
    'owner:',
    `  name: ${scalar(answers.name)}`,
    `  addresses: ${list(answers.addresses)}`,
    `  time_zone: ${scalar(answers.timeZone)}`,
    `registry: ${scalar(answers.registry)}`,
    ...(mail === null
      ? []
      : [
          '# How this mailbox proves a sender: header-from, authserv or dkim',
          'mail:',
          `  proof: ${mail.proof}`,
          ...line('  authserv_id', mail.authservId),
        ]),
    '# Who may write; "aimf party add" adds to it',
    ...(party === null
      ? ['parties: []']
      : [
          'parties:',
          `  - party: ${scalar(party.label)}`,
          ...line('    agreement', party.agreement),
          `    identities: ${list([party.identity])}`,
        ]),
    'transports:',
    ...transportLines(answers),
    ...reportLines(answers.report),
    '# What must survive a restart, the kept files among it',
    `state: ${scalar(answers.state)}`,
    `schedule: ${flow([
      ['every', answers.every],
      ['hours', answers.hours],
    ])}`,
    ...(canonical === null
      ? []
      : [
          '# The canonical documents: you are told when their version moves',
          ...line('canonical', canonical),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function transportLines({ imap, folder, github }: Answers): string[] {
  const rows: string[] = [];
  if (imap !== null)
    rows.push(
      flow([
        ['kind', 'imap'],
        ['host', imap.host],
        ['port', imap.port],
        ['secure', imap.secure ? null : false],
        ['user', imap.user],
        ['password_env', imap.passwordEnv],
        ['token_env', imap.tokenEnv],
        ['mailbox', imap.mailbox],
      ]),
    );
  if (folder !== null)
    rows.push(
      flow([
        ['kind', 'folder'],
        ['path', folder.path],
        ['party', folder.party],
      ]),
    );
  if (github !== null)
    rows.push(
      flow([
        ['kind', 'github'],
        ['repository', github.repository],
        ['token_env', github.tokenEnv],
      ]),
    );
  return rows.map(row => `  - ${row}`);
}

function reportLines(report: Answers['report']): string[] {
  const rows: readonly Pair[] = [
    ['folder', report.folder],
    ['jsonl', report.jsonl],
    ['mail_to', report.mailTo],
    ['smtp_env', report.smtpEnv],
    ['webhook_env', report.webhookEnv],
    ['ping_env', report.pingEnv],
  ];
  return rows.some(([, value]) => value !== null) ? [`report: ${flow(rows)}`] : [];
}

type Pair = readonly [name: string, value: string | number | boolean | null];

/** A mapping on one line, without what is not there. */
function flow(pairs: readonly Pair[]): string {
  const parts = pairs.flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${typeof value === 'string' ? scalar(value) : value}`],
  );
  return `{${parts.join(', ')}}`;
}

function line(name: string, value: string | null): string[] {
  return value === null ? [] : [`${name}: ${scalar(value)}`];
}

function list(values: readonly string[]): string {
  return `[${values.map(scalar).join(', ')}]`;
}

/** A text as YAML takes it for that text: plain where it cannot be taken for anything else. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z./][\w./@+-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
