import * as z from 'zod/mini';
import { judge } from '../../core/gate/judge.ts';
import { deliveredAsNamed, simulatedContext } from '../../core/gate/simulate.ts';
import { readMail } from '../../core/mail/mail.ts';
import type { Delivery, Transport } from '../../core/message/delivery.ts';
import { TRANSPORTS } from '../../core/message/delivery.ts';
import { mailDelivery } from '../../core/message/mail-delivery.ts';
import { textDelivery } from '../../core/message/text-delivery.ts';
import { resultJson } from '../../core/report/json.ts';
import { type Answer, foreign } from '../answer.ts';
import { MCP_BOUNDS } from '../bounds.ts';
import { flag, text } from '../field.ts';
import { Refused } from '../hub/refused.ts';
import { type Tool, tool } from '../tool.ts';
import type { Library } from './library.ts';

/** The tool that shows the report which the receiving side would produce. Nothing is sent (specification section 7.2). */
export function judgeTool(library: Library, now: () => number): Tool {
  return tool({
    name: 'aimf_judge',
    description:
      'Judge an AIMF message gate by gate, as the receiving side would by its public registry; nothing is sent. The transport is taken to prove the sender that the message names.',
    input: z.strictObject({
      message: z.string().check(z.meta({ description: 'The text, or a whole mail' })),
      mail: flag(false, 'message is a mail with its headers (.eml)'),
      transport: z.optional(z.enum(TRANSPORTS)),
      party: z.optional(text(1, 100, 'Label under which you are listed')),
      stranger: flag(false, 'Judge as a first contact'),
    }),
    readOnly: true,
    idempotent: true,
    run: wanted => judged(library, now(), wanted),
  });
}

type Wanted = {
  readonly message: string;
  readonly mail: boolean;
  readonly transport?: Transport | undefined;
  readonly party?: string | undefined;
  readonly stranger: boolean;
};

async function judged(library: Library, now: number, wanted: Wanted): Promise<Answer> {
  const registry = await library.registry();
  const delivery = deliveryOf(wanted, now);
  const { party = null, stranger } = wanted;
  const context = simulatedContext(delivery, registry, { party, stranger, secret: null });
  const result = resultJson('message', judge(delivery, context));
  return foreign({ aimf: 1, simulated: true, results: [result] });
}

function deliveryOf({ message, mail, transport = 'email' }: Wanted, received: number): Delivery {
  const bytes = new TextEncoder().encode(message);
  if (bytes.length > MCP_BOUNDS.judgedBytes)
    throw new Refused(
      `The message has ${bytes.length} bytes; ${MCP_BOUNDS.judgedBytes} are judged here. Use "aimf simulate FILE" for a larger one.`,
    );
  if (mail) {
    if (transport !== 'email') throw new Refused('A mail travels by e-mail: leave transport out.');
    return mailDelivery(readMail(bytes), { kind: 'header-from' }, received);
  }
  const sender: Delivery['sender'] = { status: 'unproven', claimed: null, findings: [] };
  const wire = { transport: 'chat', received, sender, fileName: null, files: [] } as const;
  return deliveredAsNamed(textDelivery(bytes, wire), transport, null);
}
