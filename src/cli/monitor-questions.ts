/** The options of `aimf monitor init`, as commander gives them. */
export type InitOptions = Readonly<Record<string, string | boolean | undefined>> & {
  readonly config: string;
};

/** A question of `aimf monitor init`; each can be answered by an option of its name, so that it runs with nobody there. */
export type Question = {
  readonly option: string;
  readonly text: string;
  readonly value: string;
  /** What holds where the answer is empty. */
  readonly usual?: (given: ReadonlyMap<string, string>) => string;
  readonly required?: true;
  /** Whether it is asked, after the answers before it. */
  readonly when?: (given: ReadonlyMap<string, string>) => boolean;
};

type Given = ReadonlyMap<string, string>;
const after = (option: string) => (given: Given) => given.has(option);
const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The questions, in the order in which they are asked. */
export const INIT_QUESTIONS: readonly Question[] = [
  { option: 'name', text: 'Your label in the registry', value: '<label>', required: true },
  {
    option: 'address',
    text: 'Your own mail addresses, separated by commas',
    value: '<addresses>',
    required: true,
  },
  { option: 'time-zone', text: 'Your time zone', value: '<zone>', usual: localZone },
  { option: 'registry', text: 'The folder of the registry', value: '<folder>', usual: () => './registry' },
  { option: 'imap', text: 'The IMAP server of your mailbox (empty: none)', value: '<host>' },
  { option: 'imap-port', text: 'Its port', value: '<port>', usual: () => '993', when: after('imap') },
  {
    option: 'imap-user',
    text: 'Your user name there',
    value: '<user>',
    usual: given => (given.get('address') ?? '').split(',')[0] ?? '',
    when: after('imap'),
  },
  {
    option: 'password-env',
    text: 'The variable that holds the password',
    value: '<name>',
    usual: () => 'AIMF_IMAP_PASSWORD',
    when: after('imap'),
  },
  {
    option: 'token-env',
    text: 'Or the variable that holds an OAuth2 token (empty: none)',
    value: '<name>',
    when: after('imap'),
  },
  { option: 'mailbox', text: 'The mailbox', value: '<name>', usual: () => 'INBOX', when: after('imap') },
  {
    option: 'proof',
    text: 'How it proves a sender: authserv, dkim or header-from',
    value: '<how>',
    usual: () => 'dkim',
    when: after('imap'),
  },
  {
    option: 'authserv-id',
    text: 'The name in its Authentication-Results (mx.google.com at Gmail)',
    value: '<name>',
    required: true,
    when: given => given.get('proof') === 'authserv',
  },
  { option: 'folder', text: 'A drop folder (empty: none)', value: '<path>' },
  {
    option: 'folder-party',
    text: 'The party that it belongs to (empty: nobody)',
    value: '<label>',
    when: after('folder'),
  },
  {
    option: 'github',
    text: 'A repository whose issues are watched, as owner/name (empty: none)',
    value: '<repository>',
  },
  {
    option: 'github-token-env',
    text: 'The variable that holds a token for it (empty: none)',
    value: '<name>',
    when: after('github'),
  },
  {
    option: 'party',
    text: 'The label of the first party that may write (empty: nobody yet)',
    value: '<label>',
    usual: given => given.get('folder-party') ?? '',
  },
  {
    option: 'identity',
    text: 'The address it writes as',
    value: '<address>',
    required: true,
    when: after('party'),
  },
  { option: 'agreement', text: 'Its agreement (empty: none named)', value: '<id>', when: after('party') },
  { option: 'report-folder', text: 'The folder of the reports', value: '<folder>', usual: () => './reports' },
  {
    option: 'jsonl',
    text: 'The file with one result a line',
    value: '<file>',
    usual: () => './reports/reports.jsonl',
  },
  { option: 'mail-to', text: 'Your address for reports by mail (empty: none)', value: '<address>' },
  {
    option: 'smtp-env',
    text: 'The variable that holds smtp://user:password@host',
    value: '<name>',
    usual: () => 'AIMF_SMTP_URL',
    when: after('mail-to'),
  },
  {
    option: 'webhook-env',
    text: 'The variable that holds a webhook’s address (empty: none)',
    value: '<name>',
  },
  {
    option: 'ping-env',
    text: 'The variable that holds a dead-man switch’s address (empty: none)',
    value: '<name>',
  },
  { option: 'state', text: 'The folder of the state', value: '<folder>', usual: () => './state' },
  { option: 'every', text: 'How often', value: '<time>', usual: () => '15m' },
  { option: 'hours', text: 'Between which hours', value: '<hours>', usual: () => '07:00-22:00' },
];
