import { afterAll, describe, expect, it } from 'vitest';
import { runStep } from './runner.test-support.ts';
import { pullRequestEvent, smallRepository } from './small-repository.test-support.ts';

const repository = smallRepository();
const { folder } = repository;
const commit = repository.git('rev-parse', 'HEAD');
afterAll(() => repository.remove());

describe('what goes wrong is one annotation in words and exit code 2 (hazards C)', () => {
  it.each([
    ['a command that there is not', { inputs: { command: 'x`y\n::error::z' } }, 'There is no command "x`y'],
    [
      'an input that is neither yes nor no',
      { inputs: { comment: 'perhaps' } },
      'The input "comment" is "perhaps"',
    ],
    [
      'an event that is no JSON',
      { event: 'pull_request', payload: '{' },
      'The event pull_request cannot be read',
    ],
    [
      'an event with no commits in it',
      { event: 'pull_request', payload: { pull_request: { number: 1, base: { ref: 'main', sha: '--x' } } } },
      'The event pull_request cannot be read (pull_request.base.sha)',
    ],
    [
      'an event with no file',
      { event: 'merge_group', env: { GITHUB_EVENT_PATH: '/nowhere' } },
      'The event merge_group',
    ],
    [
      'pull_request_target',
      { event: 'pull_request_target', payload: pullRequestEvent({ base: commit, head: commit }) },
      'Run this on pull_request, not on pull_request_target',
    ],
    [
      'a checkout that is not there',
      { env: { GITHUB_WORKSPACE: '/nowhere' } },
      'There is nothing to compare with',
    ],
  ])('%s', async (_, step, message) => {
    const result = await runStep({ folder, ...step });
    expect(result.commands).toEqual([
      { name: 'error', properties: { title: 'AIMF' }, message: expect.stringContaining(message) },
    ]);
    expect(result).toMatchObject({ exit: 2, stderr: '', outputs: { verdict: 'undecidable', findings: '1' } });
    expect(result.stdout).not.toMatch(/^\s+at /m);
    expect(result.summary).toContain('## The Action could not do its work');
  });

  it('a result that cannot be handed to the runner', async () => {
    const payload = { merge_group: { base_sha: commit, head_sha: commit } };
    const env = { GITHUB_OUTPUT: '/nowhere/output' };
    const result = await runStep({ folder, event: 'merge_group', payload, env });
    expect(result).toMatchObject({ exit: 2, stderr: '' });
    expect(result.commands).toEqual([
      expect.objectContaining({
        name: 'error',
        message: expect.stringContaining('cannot be handed to the runner'),
      }),
    ]);
  });

  it('outside a runner it prints its result all the same', async () => {
    const env = { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' };
    const result = await runStep({
      folder,
      event: 'merge_group',
      payload: { merge_group: { base_sha: commit, head_sha: commit } },
      env,
    });
    expect(result).toMatchObject({ exit: 0, stderr: '', summary: '' });
    expect(result.stdout).toContain('No posting: no public surface changed');
  });
});
