/** The private file of every test of the monitor. */
export const RECEIVER = `owner: {name: andrew, addresses: [andrew@example.net], time_zone: America/New_York}
mail: {proof: header-from}
parties:
  - {party: dana, agreement: AGR-1, identities: [dana@example.com], secret_env: AIMF_SECRET_DANA}
`;

/** The agreement of every test of the monitor: all wires, all types. */
export const AGREEMENT = `agreement: AGR-1
version: 1
status: active
parties: [andrew, dana]
purpose: Share notes on the garden
level: 2
allowed_types: [NOTE, FILE_DROP, STATUS, REQUEST, QUESTION]
allowed_actions: [summarize]
transport: [email, chat, folder, github]
update_watch: {andrew: monitor, dana: monitor}
auth: none
expires: 2027-01-31
limits: "10 files / 25 MB per message; 100000 messages/day"
protocol_version: v1.9
github: {dana: 4242}
`;

/** When every test of the monitor happens. */
export const NOW = Date.parse('2026-11-30T14:30:00Z');

/** A conforming message of dana's. */
export function message(
  id: string,
  more: Readonly<Record<string, string>> = {},
  block = 'subject: Seeds',
): string {
  const envelope = {
    format: 'AIMF/1',
    id,
    from: 'dana@example.com',
    type: 'NOTE',
    sent: '2026-11-30T09:00:00-05:00',
    reply_to: 'main-chat',
    agreement: 'AGR-1',
    ...more,
  };
  const lines = Object.entries(envelope).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${block}\n\nHello.\n`;
}

/** A mail from dana, or from somebody else, that carries a text. */
export function mailOf(text: string, { from = 'dana@example.com', subject = 'NOTE' } = {}): string {
  const header = [
    `From: ${from}`,
    'To: andrew@example.net',
    `Subject: ${subject}`,
    'Date: Mon, 30 Nov 2026 09:00:00 -0500',
    `Message-ID: <${Buffer.from(text).toString('hex').slice(24, 64)}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  return `${header.join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}`;
}

/** A mail from dana that hands one file over. */
export function dropMail(id: string, bytes: string, name = 'seeds.txt'): string {
  const text = message(id, { type: 'FILE_DROP' }, `filename: ${name}\npurpose: the list`).replaceAll(
    '\n',
    '\r\n',
  );
  const header = mailOf('', { subject: 'FILE_DROP' }).replace(
    'text/plain; charset=utf-8',
    'multipart/mixed; boundary=b',
  );
  const file = `Content-Type: text/plain\r\nContent-Disposition: attachment; filename=${name}\r\n\r\n${bytes}`;
  return `${header}--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\n${file}\r\n--b--\r\n`;
}
