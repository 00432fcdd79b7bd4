import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { projectPath } from '../cli/project-files.ts';

/** Where git is. Nothing else of this machine's environment reaches a step. */
const PATH = '/usr/local/bin:/usr/bin:/bin';

/** A step of a workflow that runs the Action. */
export type Step = {
  readonly folder: string;
  readonly event?: string;
  /** The payload of the event; a text is written as it is. */
  readonly payload?: unknown;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
};

/** A command that the runner read from the log: `::error file=a.md::words`. */
type LogCommand = {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
};

/** What the runner has after a step. */
export type StepResult = {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly commands: readonly LogCommand[];
};

/** Runs the bundle as GitHub's runner would: `node dist/action/index.js` with GitHub's environment variables. For tests only. */
export async function runStep({ folder, event, payload, inputs = {}, env = {} }: Step): Promise<StepResult> {
  const temporary = mkdtempSync(join(tmpdir(), 'aimf-runner-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(temporary, name), text);
    return join(temporary, name);
  };
  const given = Object.entries({ command: 'check', comment: 'false', ...inputs });
  try {
    const output = file('output', '');
    const summary = file('summary', '');
    const ended = await run([projectPath('dist/action/index.js')], {
      PATH,
      HOME: temporary,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: folder,
      GITHUB_REPOSITORY: 'example/protocol',
      GITHUB_EVENT_NAME: event ?? 'workflow_dispatch',
      GITHUB_EVENT_PATH: file(
        'event.json',
        typeof payload === 'string' ? payload : JSON.stringify(payload ?? {}),
      ),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      ...env,
    });
    return {
      ...ended,
      summary: readFileSync(summary, 'utf8'),
      outputs: readOutputs(readFileSync(output, 'utf8')),
      commands: readCommands(ended.stdout),
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ exit: number | null; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const child = spawn(execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text;
    });
    child.on('close', exit => resolve({ exit, stdout, stderr }));
  });
}

/** Outputs as the runner reads them: `name<<fence`, the value, the fence. */
function readOutputs(text: string): Record<string, string> {
  const blocks = text.matchAll(/^(.*?)<<(.*)\n([\s\S]*?)\n\2$/gm);
  return Object.fromEntries([...blocks].map(([, name = '', , value = '']) => [name, value]));
}

/** Commands as the runner reads them, both old and new, with `stop-commands` obeyed. */
function readCommands(log: string): LogCommand[] {
  let stopped: string | null = null;
  return log.split('\n').flatMap(line => {
    const [, name = '', list = '', message = ''] =
      /^\s*::([^\s:]+)(?: (.*?))?::(.*)$/.exec(line) ?? /##\[([^\s\]]+)(?: (.*?))?\](.*)$/.exec(line) ?? [];
    if (stopped !== null) {
      if (name === stopped) stopped = null;
      return [];
    }
    if (name === 'stop-commands') stopped = message;
    if (name === '' || name === 'stop-commands') return [];
    const properties = list
      .split(',')
      .filter(Boolean)
      .map(one => one.split('='));
    return [
      {
        name,
        properties: Object.fromEntries(properties.map(([key = '', value = '']) => [key, unescaped(value)])),
        message: unescaped(message),
      },
    ];
  });
}

function unescaped(text: string): string {
  const marks: Readonly<Record<string, string>> = {
    '%25': '%',
    '%0D': '\r',
    '%0A': '\n',
    '%3A': ':',
    '%2C': ',',
  };
  return text.replaceAll(/%(?:25|0D|0A|3A|2C)/g, mark => marks[mark] ?? mark);
}
