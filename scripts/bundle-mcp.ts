import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { build } from 'esbuild';
import { ICON_PNG } from '../src/hub/page/icon-png.ts';
import { BANNER, licences, ROOT } from './bundle.ts';

/** Where the extension bundle and the folder that it is packed from are written. */
const OUT = 'dist/mcpb';

/**
 * The extension bundle for Claude Desktop and other hosts: the manifest, the icon of the hub's page, and the MCP server of the chat as one file that
 * depends on nothing. Gives the path of the `.mcpb`. Two packings differ in their bytes, since an archive holds times.
 */
export async function bundleMcp(out: string): Promise<string> {
  const folder = join(out, 'aim-mcp');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(ROOT, 'mcpb'), folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/mcp/main.ts'],
    outfile: join(folder, 'server/aim-mcp.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: BANNER },
    metafile: true,
    logLevel: 'error',
  });
  await writeFile(join(folder, 'icon.png'), Buffer.from(ICON_PNG, 'base64'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(
    join(folder, 'LICENSES.txt'),
    await licences(Object.keys(metafile.inputs), 'MCP server of AIMF'),
  );
  const path = join(out, 'aim-mcp.mcpb');
  if (!(await packExtension({ extensionPath: folder, outputPath: path, silent: true })))
    throw new Error(`${folder} cannot be packed: "npx mcpb validate ${folder}/manifest.json" says why`);
  return path;
}

if (import.meta.main) {
  const path = await bundleMcp(join(ROOT, OUT));
  process.stdout.write(`${path}\n`);
}
