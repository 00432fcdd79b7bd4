import { BOUNDS } from '../core/finding/bounds.ts';
import { readMail } from '../core/mail/mail.ts';
import { acknowledgementFields, readAnnouncement, UPDATE_TOPIC } from '../core/message/acknowledgement.ts';
import { decodeText } from '../core/message/decode.ts';
import { type Envelope, FORMAT } from '../core/message/envelope.ts';
import { parseMessage } from '../core/message/parse.ts';
import { quotable } from '../core/report/sentence.ts';
import { readBytes } from '../transport/read-bytes.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { writtenMessage } from './message-options.ts';

export type AckOptions = {
  readonly from: string;
  readonly agreement?: string;
  readonly id?: string;
  readonly sent?: string;
};

/** `aimf ack ANNOUNCEMENT`: the exact acknowledgement that answers an announcement (specification section 9.5). */
export async function ackCommand(file: string, options: AckOptions, io: Io): Promise<ExitCode> {
  const text = await announcementText(file, io);
  const reading = parseMessage(text);
  const announced = readAnnouncement(reading.type, reading.fields);
  if (announced === null) {
    throw new CommandError(
      `${quotable(file)} is no announcement: it must be a STATUS with the topic "${UPDATE_TOPIC}", the state attention, ` +
        'and a detail that names the version and its effective date',
    );
  }
  const agreement = options.agreement ?? reading.envelope?.agreement;
  if (agreement === undefined)
    throw new CommandError('The announcement cites no agreement: name yours with --agreement');
  const envelope: Envelope = {
    format: FORMAT,
    id: options.id ?? `ack-${announced.version}-${agreement}`,
    from: options.from,
    type: 'STATUS',
    sent: options.sent ?? new Date(io.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
    reply_to: 'none',
    agreement,
    protocol_version: announced.version,
  };
  io.out(writtenMessage(envelope, acknowledgementFields(announced), ''));
  return 0;
}

async function announcementText(file: string, io: Io): Promise<string> {
  const read = file === '-' ? { bytes: await io.stdin() } : await readBytes(file, BOUNDS.wireBytes);
  if ('error' in read) throw new CommandError(`${quotable(file)} cannot be read: ${read.error}`);
  const text = /\.eml$/i.test(file) ? readMail(read.bytes).text : decodeText(read.bytes).text;
  if (text === null) throw new CommandError(`${quotable(file)} has no plain text that can be read`);
  return text;
}
