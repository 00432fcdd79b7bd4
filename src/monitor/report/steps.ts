import { hiddenCharacterAt } from '../../core/finding/character.ts';
import { FORMS } from '../../core/proposal/form.ts';
import type { MonitorResult } from '../../core/report/monitor-json.ts';
import type { ItemKind } from './item.ts';
import { shellWord } from './shell.ts';

/** A thing that the owner can do about a result: in words, and as the whole command where there is one. */
export type Step = { readonly say: string; readonly command: string | null };

/** What a command needs to know beside the result. */
export type StepContext = {
  /** The private file by which its message is judged again. */
  readonly config: string;
  /** The checkout in which a command writes records; null where the registry lies in none. */
  readonly checkout: string | null;
  /** The owner's own address, from which an acknowledgement is sent. */
  readonly own: string;
};

/** What was done with a result's message, in a sentence (specification section 1.3). */
export function doneWith(result: MonitorResult, kind: ItemKind): string {
  switch (kind) {
    case 'work':
      return 'Nothing was done. It is work for your assistant, if you want it done';
    case 'question':
      return 'Shown as given. Nobody answers it but you, on a way that you pick';
    case 'proposal':
      return 'Nothing has changed. Only your yes puts it into force';
    case 'announcement':
      return 'Nothing has changed. Look it up in the canonical documents before you believe it; then it wants your acknowledgement';
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
      return result.findings.some(one => one.code === 'duplicate-changed')
        ? 'Its id came before with other content, so nothing was done with it'
        : 'It came before, and counts once';
    case 'status':
    case 'note':
    case 'quiet':
      return 'Shown as it came. No action was taken';
  }
}

/** What the owner can do next, with the exact commands. */
export function stepsFor(result: MonitorResult, kind: ItemKind, context: StepContext): readonly Step[] {
  const recorded = [...judgedBy(result, context), ...inCheckout(context)];
  switch (kind) {
    case 'proposal':
      return [
        step('Record it, and see what approving would do', 'proposal record', result, recorded, context),
      ];
    case 'announcement':
      return [
        step('Write the acknowledgement, which you send', 'ack', result, ['--from', context.own], null),
      ];
    case 'access': {
      const words = [...recorded, '--party', 'LABEL', '--dry-run'];
      return [step(accessWords(result), 'access approve', result, words, context)];
    }
    case 'ack':
      return [step('Record it in the registry', 'acks record', result, recorded, context)];
    case 'refusal':
      return refusalSteps(result, context);
    default:
      return [];
  }
}

/** A newcomer seldom says everything that the record needs: what is left open comes from the owner. */
function accessWords({ request_findings: findings }: MonitorResult): string {
  const open = FORMS['access-request'].fields.filter(({ label }) =>
    findings.some(one => one.code === 'form-field-missing' && one.message.includes(`"${label}"`)),
  );
  const rest = open.map(({ id }) => `--${id.replaceAll('_', '-')} TEXT`);
  const added = rest.length === 0 ? '' : `, and add ${rest.join(' ')}, which the message leaves open`;
  return `Give access (--dry-run shows it first): write a label for LABEL${added}`;
}

/** A pause is a change of the registry: it can be made in a checkout, or by a comment where the App listens. */
function refusalSteps(result: MonitorResult, context: StepContext): readonly Step[] {
  const agreement = result.envelope?.agreement ?? result.request?.fields.agreement ?? '';
  const version = result.request?.fields.version ?? 'the version';
  const reason = `cannot implement ${version}`;
  const words = [agreement, reason, ...inCheckout(context)];
  return [
    {
      say: `Pause the agreement${where(context)}`,
      command: `aimf agreement pause ${words.map(shellWord).join(' ')}`,
    },
    { say: 'Or comment in the canonical repository', command: `/pause ${agreement} ${reason}` },
  ];
}

/** A command on the message; `context` is null where it writes no record. */
function step(
  say: string,
  command: string,
  { message: file }: MonitorResult,
  words: readonly string[],
  context: StepContext | null,
): Step {
  // In a drop folder the sender names the file, and a name can hold a line of its own
  if (file === undefined || hiddenCharacterAt(file) !== -1 || /[\t\n]/.test(file))
    return { say: `${say}: save the message and run aimf ${command} FILE`, command: null };
  const place = context === null ? '' : where(context);
  return { say: say + place, command: `aimf ${command} ${[file, ...words].map(shellWord).join(' ')}` };
}

/** The options by which a message is judged again as it was judged: the same identity and moment. */
function judgedBy(result: MonitorResult, { config }: StepContext): readonly string[] {
  const identity = result.envelope?.from;
  const wire =
    result.transport === 'email' || identity === undefined
      ? []
      : ['--as', identity, '--transport', result.transport === 'folder' ? 'folder' : 'chat'];
  return ['--config', config, ...wire, '--at', result.arrived];
}

function inCheckout({ checkout }: StepContext): readonly string[] {
  return checkout === null ? [] : ['--repo', checkout];
}

function where({ checkout }: StepContext): string {
  return checkout === null ? ', in a checkout of the canonical repository' : '';
}
