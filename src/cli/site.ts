import { resolve } from 'node:path';
import { serveSite } from '../site/serve.ts';
import { bytesOf, type SiteFile } from '../site/site-file.ts';
import { wholeSite } from '../site/whole-site.ts';
import { writeSite } from '../site/write-site.ts';
import { repositoryRoot } from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

export type SiteOptions = { readonly repo: string; readonly base: string; readonly json?: boolean };

/** `aimf site build`: the whole site into a folder. */
export async function siteBuild(options: SiteOptions & { readonly out: string }, io: Io): Promise<ExitCode> {
  const base = basePath(options.base);
  const files = await filesOf(options.repo, base);
  const out = resolve(options.out);
  const fault = await writeSite(out, files);
  if (fault !== null) throw new CommandError(fault);
  const pages = files.filter(one => one.path.endsWith('.html')).length;
  const bytes = files.reduce((sum, one) => sum + bytesOf(one.content).length, 0);
  const made = { aimf: 1, out, base, files: files.length, pages, bytes };
  io.out(
    options.json
      ? `${JSON.stringify(made, null, 2)}\n`
      : `Wrote ${pages} pages in ${files.length} files (${Math.round(bytes / 1000)} kB) to ${out}, to be served under ${base}\n`,
  );
  return 0;
}

/** `aimf site serve`: the site as it would be built now, on this machine alone, until the process is ended. */
export async function siteServe(options: SiteOptions & { readonly port: string }, io: Io): Promise<ExitCode> {
  const base = basePath(options.base);
  const port = /^\d{1,5}$/.test(options.port) ? Number(options.port) : -1;
  if (port < 0 || port > 65_535)
    throw new CommandError('--port is a number from 0 to 65535; 0 takes a free one');
  const files = await filesOf(options.repo, base);
  const served = await serveSite(files, base, port).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
    throw new CommandError(`Port ${port} cannot be had: ${reason}. Choose another with --port`);
  });
  io.out(
    `Serving ${served.url} on this machine alone. Stop with Ctrl+C; run it again to see what you changed.\n`,
  );
  return 0;
}

async function filesOf(repo: string, base: string): Promise<readonly SiteFile[]> {
  const made = await wholeSite(await repositoryRoot(repo), base);
  if ('fault' in made) throw new CommandError(made.fault);
  return made;
}

function basePath(given: string): string {
  if (!/^\/(?:[\w.~-]+\/)*$/.test(given))
    throw new CommandError(
      `--base is a path that begins and ends with a slash, such as /aimf-protocol/, and not "${given}"`,
    );
  return given;
}
