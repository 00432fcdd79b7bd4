import { hiddenCharacterAt } from '../../core/finding/character.ts';
import type { MonitorResult } from '../../core/report/monitor-json.ts';
import type { ItemKind } from './item.ts';
import { shellWord } from './shell.ts';

/** A thing that the owner can do about a result: in words, and as the whole command where there is one. */
export type Step = { readonly say: string; readonly command: string | null };

/** What a command needs to know beside the result: the private file by which its message is judged again. */
export type StepContext = { readonly config: string };

/** What was done with a result's message, in a sentence (specification section 1.3). */
export function doneWith(result: MonitorResult, kind: ItemKind): string {
  switch (kind) {
    case 'work':
      return 'Nothing was done. It is work for your assistant, if you want it done';
    case 'question':
      return 'Shown as given. Nobody answers it but you, on a way that you pick';
    case 'proposal':
      return 'Nothing has changed. Only your yes puts it into force';
    case 'refusal':
      return 'Nothing has changed. The agreement can be paused until the humans have settled it';
    case 'access':
      return 'Nothing was done with it. Your yes gives access; no answer is a no';
    case 'attempt':
      return 'It was stopped there, and nothing was done with it';
    case 'unread':
      return 'It could not be read, and nothing was done with it';
    case 'file':
      return result.stored.length === 0
        ? 'No file was kept'
        : 'Stored under the hash of its content; nothing in it was run';
    case 'ack':
      return `It acknowledges ${result.ack?.version ?? 'a version'}, effective ${result.ack?.effective ?? ''}`;
    case 'held':
      return 'It is kept, and judged again when what it waits for is there';
    case 'closed':
      return 'The agreement is over, so it is ordinary mail';
    case 'duplicate':
      return 'It came before, and counts once';
    case 'status':
    case 'note':
    case 'quiet':
      return 'Shown as it came. No action was taken';
  }
}

/** What the owner can do next, with the exact commands. */
export function stepsFor(result: MonitorResult, kind: ItemKind, context: StepContext): readonly Step[] {
  switch (kind) {
    case 'proposal':
      return [judged('Record it, and see what approving would do', 'proposal record', result, context)];
    case 'access':
      return [
        judged('Give access (--dry-run shows it first)', 'access approve', result, context, [
          '--party',
          'LABEL',
          '--dry-run',
        ]),
      ];
    case 'ack':
      return [judged('Record it in the registry', 'acks record', result, context)];
    case 'refusal':
      return refusalSteps(result);
    default:
      return [];
  }
}

/** A pause is a change of the registry: it can be made in a checkout, or by a comment where the App listens. */
function refusalSteps(result: MonitorResult): readonly Step[] {
  const agreement = result.envelope?.agreement ?? result.request?.fields.agreement ?? '';
  const version = result.request?.fields.version ?? 'the version';
  const reason = `cannot implement ${version}`;
  return [
    {
      say: 'Pause the agreement',
      command: `aimf agreement pause ${shellWord(agreement)} ${shellWord(reason)}`,
    },
    { say: 'Or comment in the canonical repository', command: `/pause ${agreement} ${reason}` },
  ];
}

/** A command that judges the message again as it was judged: the same file, identity and moment. */
function judged(
  say: string,
  command: string,
  result: MonitorResult,
  { config }: StepContext,
  more: readonly string[] = [],
): Step {
  const { message: file } = result;
  // In a drop folder the sender names the file, and a name can hold a line of its own
  if (file === undefined || hiddenCharacterAt(file) !== -1 || /[\t\n]/.test(file))
    return { say: `${say}: save the message and run aimf ${command} FILE`, command: null };
  const identity = result.envelope?.from;
  const wire =
    result.transport === 'email' || identity === undefined
      ? []
      : ['--as', identity, '--transport', result.transport === 'folder' ? 'folder' : 'chat'];
  const words = [file, '--config', config, ...wire, '--at', result.arrived, ...more];
  return { say, command: `aimf ${command} ${words.map(shellWord).join(' ')}` };
}
