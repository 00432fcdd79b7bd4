import { redactText } from '../../core/report/redact.ts';
import { quotable } from '../../core/report/sentence.ts';
import { sendMail } from '../../transport/eml.ts';
import { isLoopback } from '../http.ts';
import { plainReport, wiresText } from '../report/plain.ts';
import { isEmpty, type Report, reportOf } from '../report/report.ts';
import { rollUpText } from '../report/roll-up.ts';
import type { StepContext } from '../report/steps.ts';
import { type Channel, DeliveryError } from './channel.ts';

/** Results that one mail shows; what is over is in the files. */
const SHOWN = 100;

export type MailOptions = StepContext & {
  readonly timeZone: string;
  /** The owner's address: the only one that this mail ever goes to. */
  readonly to: string;
  /** `smtp://…` or `smtps://…`, with the credentials. */
  readonly server: string;
  /** Whether the mail is the only place where the owner looks; it then shows what asks for the chat too. */
  readonly isAlone: boolean;
};

/** The mail to the owner alone, marked as automatic so that nothing answers it; its Message-ID is that of its content. Section 10.2. */
export function mailChannel(options: MailOptions): Channel {
  const send = async (id: string, subject: string, text: string, at: number) => {
    const { to, server } = options;
    const domain = to.split('@')[1] ?? 'localhost';
    const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
    const mail = { from: to, to, subject, text, date: new Date(at), files: [], headers };
    try {
      const isLocal = isLoopback(new URL(server).hostname);
      await sendMail(server, { ...mail, messageId: `aimf.${id}@${domain}` }, isLocal);
    } catch (error) {
      throw new DeliveryError(
        `The mail to ${quotable(to)} could not be sent: ${quotable(reason(error, server))}`,
      );
    }
  };
  return {
    name: 'mail',
    size: Number.POSITIVE_INFINITY,
    deliver: async ({ id, at, entries, failed }) => {
      const surface = options.isAlone ? (['chat', 'email'] as const) : (['email'] as const);
      const report = reportOf(entries, { ...options, at, wires: [], surface, limit: SHOWN });
      // News of the wires alone have a mail of their own
      if (isEmpty(report)) return;
      const unread = failed.map(one => ({ ...one, notes: [] }));
      await send(id, subjectOf(report, failed.length), plainReport({ ...report, wires: unread }), at);
    },
    deliverWires: (wires, { id, at }) => {
      const failed = wires.filter(one => !one.ok).length;
      const subject = failed === 0 ? 'AIMF: about your wires' : `AIMF: ${unreadWires(failed)}`;
      return send(id, subject, `${wiresText(wires)}\n`, at);
    },
    deliverDay: (rollUp, at) => {
      const { day, failed } = rollUp;
      const health = failed === 0 ? '' : `, ${failed} ${failed === 1 ? 'run' : 'runs'} with a wire unread`;
      return send(`day-${day}`, `AIMF: the day ${day}${health}`, rollUpText(rollUp), at);
    },
  };
}

/** No stranger's word stands in a subject. */
function subjectOf({ needing, sections }: Report, failed: number): string {
  const health = failed === 0 ? '' : `, and ${unreadWires(failed)}`;
  if (needing > 0) return `AIMF: ${needing} ${needing === 1 ? 'needs' : 'need'} you${health}`;
  const shown = sections.reduce((sum, one) => sum + one.items.length, 0);
  return `AIMF: ${shown} ${shown === 1 ? 'message' : 'messages'}${health}`;
}

function unreadWires(count: number): string {
  return `${count} of your wires could not be read`;
}

/** An error's words without the server's address, which holds the password, and without what a server repeats of it. */
function reason(error: unknown, server: string): string {
  if (error instanceof TypeError)
    return 'the address of the server is not of the form smtp://user:password@host';
  if (!(error instanceof Error)) return 'the server did not take it';
  const { password } = new URL(server);
  return redactText(error.message, [password, passwordOf(password)]);
}

/** The password as it is sent; one that is no good escape is sent nowhere. */
function passwordOf(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}
