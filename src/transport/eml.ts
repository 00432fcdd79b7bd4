import MailComposer from 'nodemailer/lib/mail-composer';

/** A mail to be written: addresses as they stand in the headers, plain text, and the files that go along. */
export type OutgoingMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** Without angle brackets; a random one where none is given. */
  readonly messageId?: string;
  /** More header fields. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
};

/** A ready mail file: plain text only, each file once and under its own name. Nothing is sent. Specification section 2.1. */
export async function emlBytes(mail: OutgoingMail): Promise<Uint8Array> {
  const { from, to, subject, text, date, headers = {} } = mail;
  const messageId = mail.messageId === undefined ? {} : { messageId: `<${mail.messageId}>` };
  const attachments = mail.files.map(({ name, bytes }) => ({
    filename: name,
    content: Buffer.from(bytes),
    contentTransferEncoding: 'base64',
  }));
  const node = new MailComposer({
    from,
    to,
    subject,
    text,
    date,
    headers: { ...headers },
    attachments,
    newline: 'windows',
    ...messageId,
  }).compile();
  return new Promise((resolve, reject) => {
    node.build((error: Error | null, bytes: Buffer) => (error === null ? resolve(bytes) : reject(error)));
  });
}

/** Milliseconds after which a mail server that does not answer is given up. */
const SMTP_TIMEOUT = 30_000;

/**
 * Hands a mail to the server of an address `smtp://user:password@host:port` or `smtps://…`, from and to one mailbox. It rejects with an
 * Error where the server does not take it. A connection that leaves this machine is encrypted, or not used.
 */
export async function sendMail(server: string, mail: OutgoingMail, isLocal: boolean): Promise<void> {
  const url = new URL(server);
  const { createTransport } = await import('nodemailer');
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLocal,
    // On this machine nobody listens in, and a certificate for it is seldom a good one
    tls: { rejectUnauthorized: !isLocal },
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: SMTP_TIMEOUT,
    greetingTimeout: SMTP_TIMEOUT,
    socketTimeout: SMTP_TIMEOUT,
  });
  try {
    const raw = Buffer.from(await emlBytes(mail));
    await transport.sendMail({ envelope: { from: mail.from, to: [mail.to] }, raw });
  } finally {
    transport.close();
  }
}
