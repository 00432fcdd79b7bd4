import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';

type Done = (code: ExitCode) => void;

/** The MCP server, which an agent's client starts. */
export function addMcpCommands(program: Command, io: Io, done: Done): void {
  program
    .command('mcp')
    .description(
      'serve the tools of the hub, or of the validator, to an agent: MCP on standard input and output',
    )
    .option('--tools <sets>', 'the sets of tools, with commas between: chat, validator', 'chat')
    .option('--registry <folder>', "the receiving side's public registry (default: the one of this package)")
    .addHelpText(
      'after',
      `
Variables, for the set "chat":
  AIM_SERVER_URL   the address of the hub, such as http://100.64.0.1:8422; required
  AIM_USER_CONFIG  the file of identities and tokens (~/.aim/user_config.json)

Example:
  AIM_SERVER_URL=http://100.64.0.1:8422 aimf mcp
  aimf mcp --tools validator`,
    )
    .action(async options => done(await (await import('./mcp.ts')).mcpCommand(options, io)));
}
