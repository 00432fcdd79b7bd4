import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';

/** The commands that make the public site and show it (specification section 9.1). */
export function addSiteCommands(program: Command, io: Io, done: (code: ExitCode) => void): void {
  const site = program.command('site').description('make the public site from the documents');
  const common = (command: Command) =>
    command
      .option('--repo <folder>', 'the checkout', '.')
      .option('--base <path>', 'the path that it is served under', '/');
  common(site.command('build'))
    .description('write the whole site into a folder')
    .requiredOption('--out <folder>', 'where to write it: a new folder, or one that holds a built site')
    .option('--json', 'print the machine form')
    .addHelpText('after', '\nExample:\n  aimf site build --out public --base /aimf-protocol/')
    .action(async options => done(await (await import('./site.ts')).siteBuild(options, io)));
  common(site.command('serve'))
    .description('serve the site on this machine alone, for a look at it')
    .option('--port <number>', 'the port; 0 takes a free one', '8080')
    .addHelpText('after', '\nExample:\n  aimf site serve --port 8080')
    .action(async options => done(await (await import('./site.ts')).siteServe(options, io)));
}
