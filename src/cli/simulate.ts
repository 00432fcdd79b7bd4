import { BOUNDS } from '../core/finding/bounds.ts';
import { GATES } from '../core/finding/codes.ts';
import { judge } from '../core/gate/judge.ts';
import { deliveredAsNamed, type Supposed, simulatedContext } from '../core/gate/simulate.ts';
import { VERDICTS } from '../core/gate/verdict.ts';
import type { Delivery, Transport } from '../core/message/delivery.ts';
import { TRANSPORTS } from '../core/message/delivery.ts';
import { isMessageType } from '../core/message/type.ts';
import type { Registry } from '../core/registry/registry.ts';
import { jsonText, judgeJsonSchema, type ResultJson, resultJson } from '../core/report/json.ts';
import { quotable } from '../core/report/sentence.ts';
import { SIMULATED, textReport } from '../core/report/text.ts';
import { mailBytesDelivery } from '../transport/mail-file.ts';
import { readBytes } from '../transport/read-bytes.ts';
import { readRegistryFolder } from '../transport/registry-folder.ts';
import { textFileDelivery } from '../transport/text-file.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { composeText, type MessageOptions } from './message-options.ts';
import { paintFor } from './paint.ts';
import { projectPath } from './project-files.ts';

/**
 * `aimf simulate FILE|TYPE`: the report that the receiving side would produce, gate by gate, from the public registry alone:
 * nothing is sent. The transport is taken to prove the sender that the message names. With `--real` the true verdict is held
 * against it. Specification section 7.2.
 */
export async function simulateCommand(what: string, options: MessageOptions, io: Io): Promise<ExitCode> {
  const registry = await registryOf(options);
  const delivery = await deliveryOf(what, options, io);
  const context = simulatedContext(delivery, registry, supposed(options, io));
  const verdict = judge(delivery, context);
  const result = resultJson(what, verdict, [...context.secrets.values()]);
  const real = typeof options.real === 'string' ? await realVerdict(options.real) : null;
  const same = real === null || (real.verdict === result.verdict && real.gate === result.gate);
  if (options.json === true)
    io.out(
      `${jsonText({ aimf: 1, simulated: true, results: [result], real, same: real === null ? null : same })}\n`,
    );
  else {
    io.out(textReport([result], paintFor(io.color)));
    io.out(`\n${SIMULATED}\n`);
    const cited = result.envelope?.agreement;
    if (
      cited !== undefined &&
      !registry.agreements.has(cited) &&
      options.registry === undefined &&
      options.stranger !== true
    ) {
      io.out(
        `The registry of this package has no agreement "${quotable(cited)}": name the receiving side's with --registry FOLDER.\n`,
      );
    }
    if (real !== null) io.out(comparison(result, real, same));
  }
  if (real !== null) return same ? 0 : 1;
  return result.verdict === 'accepted' ? 0 : 1;
}

async function registryOf(options: MessageOptions): Promise<Registry> {
  const folder = typeof options.registry === 'string' ? options.registry : projectPath('registry');
  const read = await readRegistryFolder(folder);
  if ('error' in read)
    throw new CommandError(`${read.error}. Name the folder of the receiving side's registry with --registry`);
  return read.registry;
}

async function deliveryOf(what: string, options: MessageOptions, io: Io): Promise<Delivery> {
  const received = io.now();
  const transport = transportOf(options, what);
  if (isMessageType(what)) {
    const text = await composeText(what, options, io);
    return deliveredAsNamed(
      await textFileDelivery('-', new TextEncoder().encode(text), {
        transport: 'chat',
        received,
        identity: null,
      }),
      transport,
      what,
    );
  }
  const read = what === '-' ? { bytes: await io.stdin() } : await readBytes(what, BOUNDS.wireBytes);
  if ('error' in read)
    throw new CommandError(
      `${quotable(what)} cannot be read: ${read.error}. Give a file, or one of the message types`,
    );
  if (/\.eml$/i.test(what)) {
    const unused = () => Promise.reject(new Error('A simulation asks no DNS'));
    return mailBytesDelivery(
      read.bytes,
      { method: 'header-from', authservId: null, resolver: unused },
      received,
    );
  }
  const wire = transport === 'folder' ? 'folder' : 'chat';
  return deliveredAsNamed(
    await textFileDelivery(what, read.bytes, { transport: wire, received, identity: null }),
    transport,
    null,
  );
}

function transportOf(options: MessageOptions, what: string): Transport {
  const given = options.transport;
  if (given === undefined) return 'email';
  if (!(TRANSPORTS as readonly unknown[]).includes(given)) {
    throw new CommandError(
      `--transport is one of ${TRANSPORTS.join(', ')}, not "${quotable(String(given))}"`,
    );
  }
  if (/\.eml$/i.test(what) && given !== 'email')
    throw new CommandError('A .eml file is e-mail: leave --transport out');
  return given as Transport;
}

/** What the options say about the sender. */
function supposed(options: MessageOptions, io: Io): Supposed {
  const variable = typeof options.secretEnv === 'string' ? options.secretEnv : null;
  return {
    party: typeof options.party === 'string' ? options.party : null,
    stranger: options.stranger === true,
    secret: variable === null ? null : { variable, value: io.env[variable] ?? null },
  };
}

type Real = { readonly verdict: string; readonly gate: string | null };

/** A true verdict as given: a word, `attempt/schema`, or the JSON of `aimf judge`. */
async function realVerdict(given: string): Promise<Real> {
  const [verdict = '', gate = null, more] = given.split('/');
  const known = isOneOf(VERDICTS, verdict) && (gate === null || isOneOf(GATES, gate)) && more === undefined;
  if (known) return { verdict, gate };
  const read = await readBytes(given, BOUNDS.wireBytes);
  if ('error' in read)
    throw new CommandError(
      `--real is a verdict such as accepted or attempt/schema, or the JSON of aimf judge; ${quotable(given)}: ${read.error}`,
    );
  try {
    const { results } = judgeJsonSchema.parse(JSON.parse(new TextDecoder().decode(read.bytes)));
    const [first] = results;
    if (results.length === 1 && first?.verdict != null) return { verdict: first.verdict, gate: first.gate };
  } catch {
    // What was given is told below, whatever was wrong with it
  }
  throw new CommandError(`${quotable(given)} is not the JSON of one judged message (aimf judge FILE --json)`);
}

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

function comparison(result: ResultJson, real: Real, same: boolean): string {
  const words = (one: Real | ResultJson) => `${one.verdict}${one.gate === null ? '' : ` at ${one.gate}`}`;
  if (same) return `The real verdict is the same: ${words(real)}.\n`;
  return `The real verdict differs: simulated ${words(result)}, really ${words(real)}. Ask the receiving side before sending again.\n`;
}
