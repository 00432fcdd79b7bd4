import { quotable } from '../core/report/sentence.ts';
import { chatSet, openHub } from '../mcp/chat/chat-set.ts';
import { serveOnStdio } from '../mcp/server.ts';
import type { Toolset } from '../mcp/toolset.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

const SETS = ['chat', 'validator'] as const;
type SetName = (typeof SETS)[number];

/** `aimf mcp`: serves until the client closes standard input. Nothing but the protocol is written to standard output. */
export async function mcpCommand(
  options: { readonly tools: string; readonly registry?: string },
  io: Io,
): Promise<ExitCode> {
  const names = setNames(options.tools);
  const ended = new AbortController();
  const sets: Toolset[] = [];
  if (names.has('chat')) sets.push(await openChat(io, ended.signal));
  if (names.has('validator')) sets.push(await openValidator(options.registry ?? null, io));
  await serveOnStdio(sets, error => io.err(`aimf mcp: ${quotable(error.message)}\n`));
  ended.abort();
  return 0;
}

function setNames(given: string): ReadonlySet<SetName> {
  const words = given.split(',').map(word => word.trim());
  const wrong = words.find(word => !(SETS as readonly string[]).includes(word));
  if (wrong !== undefined)
    throw new CommandError(
      `--tools takes ${SETS.join(' and ')}, with commas between, not "${quotable(wrong)}"`,
    );
  return new Set(words as SetName[]);
}

async function openChat(io: Io, ended: AbortSignal): Promise<Toolset> {
  const opened = await openHub(io.env, ended);
  if ('fault' in opened) throw new CommandError(`Configuration error: ${opened.fault}`);
  return chatSet(opened.hub);
}

async function openValidator(registry: string | null, io: Io): Promise<Toolset> {
  const { Library } = await import('../mcp/validator/library.ts');
  const { validatorSet } = await import('../mcp/validator/validator-set.ts');
  return validatorSet(new Library(registry), io.now);
}
