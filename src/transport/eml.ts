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
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
};

/** A ready mail file: plain text only, each file once and under its own name. Nothing is sent. Specification section 2.1. */
export async function emlBytes(mail: OutgoingMail): Promise<Uint8Array> {
  const { from, to, subject, text, date } = mail;
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
    attachments,
    newline: 'windows',
    ...messageId,
  }).compile();
  return new Promise((resolve, reject) => {
    node.build((error: Error | null, bytes: Buffer) => (error === null ? resolve(bytes) : reject(error)));
  });
}
