type Options = import('esbuild').BuildOptions;
type File = import('esbuild').OutputFile;

/** Bundles sources for a browser, minified and without writing. A development tool: only a checkout comes here. */
export async function bundleForBrowser(options: Options): Promise<readonly File[]> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
    ...options,
    write: false,
  });
  return outputFiles;
}
