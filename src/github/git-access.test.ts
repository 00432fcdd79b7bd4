import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { gitAccess } from './git-access.ts';
import { GitRepository } from './git-repository.test-support.ts';

const repository = GitRepository.create({});
afterAll(() => repository.remove());

it('gitAccess() sends the token to the one server only, in place of what the checkout left (hazards C)', () => {
  const server = 'https://github.com';
  repository.git('config', `http.${server}/.extraheader`, 'AUTHORIZATION: basic left');
  const headers = (url: string) =>
    execFileSync('git', ['config', '--get-urlmatch', 'http', url], {
      cwd: repository.folder,
      encoding: 'utf8',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...gitAccess('secret', server, undefined) },
    }).trim();
  expect(headers(`${server}/a/b`)).toBe(
    `http.extraheader AUTHORIZATION: basic ${btoa('x-access-token:secret')}`,
  );
  expect(() => headers('https://elsewhere.example/a/b')).toThrow();
});

it('gitAccess() adds to what is set already, and sets nothing without a token', () => {
  expect(gitAccess('', 'https://github.com', '3')).toEqual({ GIT_TERMINAL_PROMPT: '0' });
  expect(gitAccess('t', 'https://github.com', '3')).toMatchObject({
    GIT_CONFIG_COUNT: '5',
    GIT_CONFIG_VALUE_3: '',
  });
});
