import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chatSet, openHub } from './chat/chat-set.ts';
import { servedOverHttp } from './http.test-support.ts';
import { ROOT, temporary } from './mcp.test-support.ts';
import { Library } from './validator/library.ts';
import { validatorSet } from './validator/validator-set.ts';

/** The scenarios that need nothing of the suite's own; each must pass by name. */
const PASSING = {
  '2025-11-25': [
    ...['server-initialize', 'logging-set-level', 'ping', 'tools-list', 'resources-list', 'prompts-list'],
    ...['resources-subscribe', 'resources-unsubscribe', 'dns-rebinding-protection'],
  ],
  '2026-07-28': [
    ...['tools-list', 'resources-list', 'prompts-list', 'server-sse-multiple-streams', 'caching'],
    ...['sep-2164-resource-not-found', 'dns-rebinding-protection', 'http-header-validation'],
    ...['input-required-result-missing-input-response', 'input-required-result-unsupported-methods'],
    ...['input-required-result-ignore-extra-params', 'input-required-result-validate-input'],
  ],
} as const;

const BASELINE: Record<string, string[]> = parse(
  readFileSync(new URL('./conformance.yml', import.meta.url), 'utf8'),
);

let folder: string;
let served: Awaited<ReturnType<typeof servedOverHttp>>;

beforeAll(async () => {
  folder = temporary();
  const env = { AIM_SERVER_URL: 'http://127.0.0.1:9', AIM_USER_CONFIG: join(folder, 'user_config.json') };
  const opened = await openHub(env, new AbortController().signal);
  if ('fault' in opened) throw new Error(opened.fault);
  served = await servedOverHttp([chatSet(opened.hub), validatorSet(new Library(null), () => 0)]);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

type Scenario = { readonly passed: number; readonly failed: number };

/** Runs all scenarios of a revision and reads the summary; the suite ends with an error where one fails. */
function run(revision: string): Promise<Map<string, Scenario>> {
  const args = ['server', '--url', served.url, '--requirements', revision, '--output-dir', folder];
  const suite = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const { promise, resolve } = Promise.withResolvers<Map<string, Scenario>>();
  execFile(process.execPath, [suite, ...args], { maxBuffer: 64 * 1024 * 1024 }, (_error, out) => {
    const summary = out.slice(out.indexOf('=== SUMMARY ==='));
    const lines = summary.matchAll(/^. ([\w-]+): (\d+) passed, (\d+) failed/gm);
    resolve(
      new Map(
        [...lines].map(([, name = '', passed, failed]) => [
          name,
          { passed: Number(passed), failed: Number(failed) },
        ]),
      ),
    );
  });
  return promise;
}

describe('the conformance suite', { timeout: 120_000 }, () => {
  it.each(Object.entries(PASSING))(
    'of %s passes but for what it brings along itself',
    async (revision, passing) => {
      const scenarios = await run(revision);
      const without = passing.filter(name => {
        const { passed = 0, failed = 1 } = scenarios.get(name) ?? {};
        return passed === 0 || failed > 0;
      });
      expect(without).toEqual([]);
      const failing = [...scenarios].filter(([, { failed }]) => failed > 0).map(([name]) => name);
      expect(failing.sort()).toEqual(BASELINE[revision]?.toSorted());
    },
  );

  it('knows the origin and the host that a request comes from', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const from = (origin: string) =>
      fetch(served.url, { method: 'POST', body, headers: { ...headers, origin } });
    expect((await from('http://evil.example')).status).toBe(403);
    expect((await from('http://localhost')).status).not.toBe(403);
  });
});
