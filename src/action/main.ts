import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { gitAccess } from '../github/git-access.ts';
import { cappedAnnotations, workflowCommand } from './annotation.ts';
import { runAction } from './run.ts';

const { env, stdout } = process;

const input = (name: string) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** Appends to a file that the runner reads after the step; outside a runner there is none. */
async function append(file: string | undefined, text: string): Promise<void> {
  if (file) await appendFile(file, text);
}

/** An output between two lines that nobody can guess, so that no value can end it early and begin another. */
function outputText([name, value]: readonly [string, string]): string {
  const fence = `aimf_${randomUUID()}`;
  return `${name}<<${fence}\n${value}\n${fence}\n`;
}

/** Text in which the runner looks for no commands. */
function inert(text: string): string {
  const stop = randomUUID();
  return `::stop-commands::${stop}\n${text}\n::${stop}::\n`;
}

// A reader of the log that leaves early is no fault
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

Object.assign(
  env,
  gitAccess(input('token'), env.GITHUB_SERVER_URL ?? 'https://github.com', env.GIT_CONFIG_COUNT),
);
const result = await runAction({
  input,
  eventName: env.GITHUB_EVENT_NAME ?? '',
  eventText: await readFile(env.GITHUB_EVENT_PATH ?? '', 'utf8').catch(() => null),
  folder: env.GITHUB_WORKSPACE ?? '.',
  repository: env.GITHUB_REPOSITORY ?? '',
  apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
  now: Date.now(),
  say: line => stdout.write(`${line}\n`),
});
const annotations = cappedAnnotations(result.annotations).map(one => `${workflowCommand(one)}\n`);
stdout.write(`${inert(result.log)}${annotations.join('')}`);
process.exitCode = result.exit;
try {
  await append(env.GITHUB_STEP_SUMMARY, `${result.summary}\n`);
  await append(env.GITHUB_OUTPUT, Object.entries(result.outputs).map(outputText).join(''));
} catch (error) {
  // Nobody may take a verdict that was not handed on for a good one
  const message = `The result cannot be handed to the runner: ${error instanceof Error ? error.message : String(error)}`;
  stdout.write(`${workflowCommand({ level: 'error', title: 'AIMF', message })}\n`);
  process.exitCode = 2;
}
