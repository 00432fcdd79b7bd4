import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type EmulatedGithub, startGithub } from '../app/github-emulator.test-support.ts';
import { GitRepository } from '../github/git-repository.test-support.ts';
import { run } from './fake-io.test-support.ts';
import { projectPath } from './project-files.ts';

const source = GitRepository.create({ 'README.md': 'No manifest, so nothing is done\n' });
const data = mkdtempSync(join(tmpdir(), 'aimf-app-'));
let github: EmulatedGithub | null = null;

afterEach(async () => {
  await github?.stop();
  github = null;
});
afterAll(() => {
  source.remove();
  rmSync(data, { recursive: true, force: true });
});

async function environment(changes: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  github = await startGithub({ source });
  const { appId, privateKey, secret, url } = github;
  return {
    ...{ APP_ID: String(appId), PRIVATE_KEY: privateKey, WEBHOOK_SECRET: secret, GITHUB_API_URL: url },
    ...{ PORT: '0', AIMF_DATA: data, ...changes },
  };
}

describe('aimf app (section 9.8)', () => {
  it('runs until it is asked to end, and ends in order', async () => {
    const stop = new AbortController();
    const listening = Promise.withResolvers<string>();
    const ended = run(['app'], {
      env: await environment(),
      stopping: stop.signal,
      onOut: line => {
        const { url, msg } = JSON.parse(line);
        if (msg === 'listening') listening.resolve(url);
      },
    });
    const url = await listening.promise;
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      version: '1.0.0',
      queue: expect.any(Number),
    });
    stop.abort();
    const { code, out, err } = await ended;
    expect([code, err]).toEqual([0, '']);
    const words = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).msg);
    expect([words[0], words.at(-1)]).toEqual(['listening', 'stopped']);
  });

  it('ends with 0 at SIGTERM, as the process that it is', async () => {
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...(await environment()) };
    const child = spawn(execPath, [projectPath('bin/aimf.js'), 'app'], { env });
    let errors = '';
    child.stderr.on('data', text => {
      errors += text;
    });
    child.stdout.on('data', text => {
      if (String(text).includes('"listening"')) child.kill('SIGTERM');
    });
    const ended = await new Promise(resolve => {
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
    expect([ended, errors]).toEqual([{ code: 0, signal: null }, '']);
  });

  it.each([
    ['no secret', { WEBHOOK_SECRET: '' }, 'There is no webhook secret'],
    ["Probot's own secret", { WEBHOOK_SECRET: 'development' }, "Probot's public default"],
    ['a short secret', { WEBHOOK_SECRET: 'correct horse' }, 'has 13 characters; it needs at least 32'],
    ['a dull secret', { WEBHOOK_SECRET: '0'.repeat(64) }, 'openssl rand -hex 32'],
    ['no key', { PRIVATE_KEY: '' }, 'PRIVATE_KEY_PATH'],
    ['the number of another App', { APP_ID: '1' }, 'does not know this App'],
    ['an address that is not its own', { HOST: '192.0.2.1' }, 'The App cannot start'],
  ])('does not start with %s', async (_, changes, words) => {
    const env = await environment(changes);
    const { code, out, err } = await run(['app'], { env });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
    expect(err).not.toMatch(/\n\s+at |PRIVATE KEY-----/);
  });

  it('prints a manifest that asks for the least, with a webhook where it is hosted', async () => {
    const webhook = 'https://app.example.com/api/github/webhooks';
    const { code, out } = await run(['app', 'manifest', '--name', 'aimf-clerk', '--webhook', webhook]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      name: 'aimf-clerk',
      url: 'https://github.com/andrewdhorowitz/aimf-protocol',
      hook_attributes: { url: webhook, active: true },
      redirect_url: 'https://github.com/andrewdhorowitz/aimf-protocol',
      public: false,
      default_permissions: { contents: 'write', issues: 'write', pull_requests: 'write', metadata: 'read' },
      default_events: ['issues', 'issue_comment', 'pull_request', 'push', 'release'],
    });
    const { out: alone } = await run(['app', 'manifest']);
    expect(JSON.parse(alone)).toMatchObject({ hook_attributes: { active: false } });
    expect(JSON.parse(alone)).not.toHaveProperty('default_events');
    expect((await run(['app', 'manifest', '--webhook', 'http://a.example'])).code).toBe(2);
  });

  it('prints a page that gives the manifest to GitHub, for an organization too', async () => {
    const args = ['app', 'manifest', '--page', '--name', '"><script>', '--organization', 'acme'];
    const { code, out } = await run(args);
    expect(code).toBe(0);
    expect(out).toContain('action="https://github.com/organizations/acme/settings/apps/new"');
    expect(out).not.toContain('<script>');
    const [, value = ''] = /name="manifest" value="([^"]*)"/.exec(out) ?? [];
    const text = value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    expect(JSON.parse(text)).toMatchObject({ name: '"><script>' });
  });
});
