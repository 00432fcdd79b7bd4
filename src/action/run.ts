import { escapeHidden } from '../core/finding/character.ts';
import { quotable } from '../core/report/sentence.ts';
import { checkCommand } from './check.ts';
import { ActionError, type ActionResult, type ActionWorld, type Command } from './command.ts';
import { failureSummary } from './summary.ts';

/** The commands of the Action by the name that the input "command" gives. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['check', checkCommand],
  // Only a release builds mails, so only a release loads what builds them
  ['release', async world => (await import('./release.ts')).releaseCommand(world)],
  // The App's runs alone ask GitHub so much
  ['app', async world => (await import('./app.ts')).appCommand(world)],
  ['acks', async world => (await import('./acks.ts')).acksCommand(world)],
]);

/** Does what the input "command" says. Never throws: what keeps it from its work is one annotation and exit code 2. */
export async function runAction(world: ActionWorld): Promise<ActionResult> {
  try {
    const name = world.input('command') || 'check';
    const command = COMMANDS.get(name);
    if (command === undefined)
      throw new ActionError(
        `There is no command "${quotable(name)}"; there is ${[...COMMANDS.keys()].join(', ')}`,
      );
    return await command(world);
  } catch (error) {
    return failure(error);
  }
}

/** The longest message of a failure: long enough for what to do about it, too short for a flood. */
const LONGEST = 1000;

function failure(error: unknown): ActionResult {
  const said = error instanceof Error ? error.message : String(error);
  const words =
    error instanceof ActionError ? said : `Something went wrong that is our fault, not yours: ${said}`;
  const message = escapeHidden(words.slice(0, LONGEST).replaceAll(/[\t\n]/g, ' '));
  return {
    exit: 2,
    log: `${message}\n`,
    annotations: [{ level: 'error', title: 'AIMF', message }],
    summary: failureSummary(message),
    outputs: { verdict: 'undecidable', version: '', findings: '1' },
  };
}
