/** Looks at the live site after a deployment, for .github/workflows/pages.yml: `node .github/scripts/smoke.ts`. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** What one address of the site must answer. */
type Expected = {
  readonly path: string;
  readonly status?: number;
  /** How its content type begins. */
  readonly type: RegExp;
  /** What its text must hold. */
  readonly text?: string;
};

/** What the live site must answer for a version. A dot folder, a twin, a script's page and a missing page are among it. */
function expectations(version: string): readonly Expected[] {
  const json = /^application\/json\b/;
  const html = /^text\/html; charset=utf-8$/i;
  return [
    { path: '', type: html, text: `Version: ${version} ` },
    { path: 'spec.html', type: html, text: version },
    { path: 'spec.md', type: /^text\/(?:markdown|plain)\b/, text: version },
    { path: 'spec.txt', type: /^text\/plain; charset=utf-8$/i, text: version },
    { path: 'version.json', type: json, text: `"version": "${version}"` },
    { path: '.well-known/aimf.json', type: json, text: `"version": "${version}"` },
    { path: 'schema/envelope.json', type: json },
    { path: 'llms.txt', type: /^text\/plain\b/, text: version },
    { path: 'validator/', type: html, text: 'connect' },
    { path: 'no/such/page', status: 404, type: html, text: 'There is no such page' },
  ];
}

/** What is wrong with the site at an address, in words, one line an address; nothing where all is well. */
export async function smokeFaults(root: string, version: string): Promise<readonly string[]> {
  const faults = await Promise.all(expectations(version).map(one => faultOf(root, one)));
  return [...faults, await assetFault(root)].filter(one => one !== null);
}

async function faultOf(
  root: string,
  { path, status = 200, type, text = '' }: Expected,
): Promise<string | null> {
  const url = root + path;
  try {
    const response = await ask(url);
    if (response.status !== status) return `${url} answers ${response.status} and not ${status}`;
    const given = response.headers.get('content-type') ?? 'no content type';
    if (!type.test(given)) return `${url} is ${given}`;
    return (await response.text()).includes(text) ? null : `${url} does not say "${text.trim()}"`;
  } catch (error) {
    return `${url} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Style and script have a hash in their names: the page must name those that are there. */
async function assetFault(root: string): Promise<string | null> {
  const page = await ask(`${root}validator/`)
    .then(response => response.text())
    .catch(() => '');
  const assets = [...page.matchAll(/(?:href|src)="\.\.\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
  if (assets.length === 0) return `${root}validator/ names no style and no script`;
  for (const path of assets) {
    const fault = await faultOf(root, {
      path,
      type: /^(?:text\/(?:css|javascript)|application\/javascript|image\/svg)/,
    });
    if (fault !== null) return fault;
  }
  return null;
}

function ask(url: string): Promise<Response> {
  const headers = { 'cache-control': 'no-cache', 'user-agent': 'aimf-smoke' };
  return fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
}

/** Asks until all is well, for a little longer than Pages lets a copy live. */
async function main(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const version = /^version:[ \t]*["']?(v\d+\.\d+)\b/m.exec(
    readFileSync('registry/protocol.yml', 'utf8'),
  )?.[1];
  if (version === undefined) throw new Error('registry/protocol.yml names no version');
  const root = (env.PAGES_URL ?? '').replace(/\/?$/, '/');
  const [bound, pause] = [Number(env.SMOKE_SECONDS), Number(env.SMOKE_PAUSE)];
  const until = performance.now() + bound * 1000;
  for (;;) {
    const faults = await smokeFaults(root, version);
    if (faults.length === 0) break;
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    if (!(performance.now() + pause * 1000 <= until))
      throw new Error(`The live site is not as it must be after ${bound} s: ${faults[0]}`);
    await sleep(pause * 1000);
  }
  process.stdout.write(`the live site is as it must be, at ${version}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    // biome-ignore lint/style/noProcessEnv: a script of a workflow gets everything from its environment
    await main(process.env);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`::error title=Pages::${message.replaceAll('%', '%25').replaceAll('\n', '%0A')}\n`);
    process.exitCode = 1;
  }
}
