import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';

type Done = (code: ExitCode) => void;

/** The commands that run the App and look after it (specification section 9.8). */
export function addAppCommands(program: Command, io: Io, done: Done): void {
  const app = program
    .command('app')
    .description('run the GitHub App: issues become proposals, decisions become postings, acks are recorded')
    .addHelpText(
      'after',
      `
Environment:
  APP_ID             the App's number
  PRIVATE_KEY        its key: PEM, also with \\n written out, or in base64
  PRIVATE_KEY_PATH   or the file of the key
  WEBHOOK_SECRET     at least 32 characters, such as "openssl rand -hex 32" gives
  GITHUB_API_URL     (default: https://api.github.com)
  HOST, PORT         where to listen (default: 127.0.0.1, 3000)
  AIMF_DATA          the folder for mirrors of the repositories (default: aimf-data)

It takes events at /api/github/webhooks and says at /health how it is. SIGTERM ends it in order.

Example:
  APP_ID=1234 PRIVATE_KEY_PATH=app.pem WEBHOOK_SECRET=… aimf app`,
    )
    .action(async () => done(await (await import('./app.ts')).appCommand(io)));
  app
    .command('manifest')
    .description('print the manifest from which GitHub registers the App')
    .option('--name <name>', 'the name of the App, unique on GitHub', 'aimf')
    .option('--homepage <url>', 'the page of the App', 'https://github.com/andrewdhorowitz/aimf-protocol')
    .option('--webhook <url>', 'where a hosted App is reached; none for an App that serves workflows only')
    .option('--page', 'print a page instead, whose button gives the manifest to GitHub')
    .option('--organization <login>', 'with --page: register it for this organization and not for yourself')
    .addHelpText(
      'after',
      '\nExample:\n  aimf app manifest --name aimf-clerk --webhook https://app.example.com/api/github/webhooks',
    )
    .action(async options => done(await (await import('./app.ts')).appManifestCommand(options, io)));
  program
    .command('doctor')
    .description('look at the settings on GitHub that the checks and the App rely on, and say what to do')
    .option('--repo <folder>', 'the checkout, for its posting manifest', '.')
    .option('--repository <owner/name>', 'the repository (default: the canonical one of the manifest)')
    .option('--json', 'print the machine form')
    .addHelpText(
      'after',
      `
Environment:
  GITHUB_TOKEN       a token of the owner, who alone sees who may bypass a rule
  GITHUB_API_URL     (default: https://api.github.com)
  APP_ID, PRIVATE_KEY or PRIVATE_KEY_PATH, WEBHOOK_SECRET
                     those of the App, where there is one

Example:
  GITHUB_TOKEN=$(gh auth token) aimf doctor`,
    )
    .action(async options => done(await (await import('./doctor.ts')).doctorCommand(options, io)));
}
