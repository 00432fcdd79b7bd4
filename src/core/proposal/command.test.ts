import { describe, expect, it } from 'vitest';
import { readCommand } from './command.ts';

const HASH = '1f3a9c0042ab';
const commandOf = (text: string) => readCommand(text).command;
const codesOf = (text: string) => readCommand(text).findings.map(one => one.code);

describe('a command in a comment', () => {
  it.each<[string, object]>([
    [`/approve ${HASH}`, { command: 'approve', hash: HASH }],
    [`/approve ${HASH.toUpperCase()}  \r\nThanks`, { command: 'approve', hash: HASH }],
    [`/approve \`${HASH}\``, { command: 'approve', hash: HASH }],
    [`/accept ${HASH}`, { command: 'accept', hash: HASH }],
    ['/decline Too long for one season', { command: 'decline', reason: 'Too long for one season' }],
    [
      '/pause AGR-1 no answer since May',
      { command: 'pause', agreement: 'AGR-1', reason: 'no answer since May' },
    ],
    ['/resume AGR-1', { command: 'resume', agreement: 'AGR-1' }],
    ['/revoke AGR-1', { command: 'revoke', agreement: 'AGR-1' }],
    [`> they asked\n\n/approve ${HASH}`, { command: 'approve', hash: HASH }],
    [`I read it.\n\n/approve ${HASH}\n\nRegards`, { command: 'approve', hash: HASH }],
  ])('%j is one (9.8)', (text, command) => {
    expect(readCommand(text)).toEqual({ command, findings: [] });
  });

  it.each([
    ['in a quote', `> /approve ${HASH}`],
    ['in the lazy line of a quote', `> they said\n/approve ${HASH}`],
    ['in a block of code', `\`\`\`\n/approve ${HASH}\n\`\`\``],
    ['in an indented block', `    /approve ${HASH}`],
    ['in a code span', `\`/approve ${HASH}\``],
    ['in a list', `- /approve ${HASH}`],
    ['in HTML', `<p>\n/approve ${HASH}\n</p>`],
    ['in an HTML comment', `<!--\n/approve ${HASH}\n-->`],
    ['behind an HTML comment', `<!-- x -->/approve ${HASH}`],
    ['in a heading', `# /approve ${HASH}`],
    ['not on the first line of its paragraph', `Well:\n/approve ${HASH}`],
    ['behind a space', ` /approve ${HASH}`],
    ['with a capital', `/Approve ${HASH}`],
    ['of another name', `/approved ${HASH}`],
    ['that is a path', '/home/dana is full'],
    ['in a table', `| a |\n| - |\n| /approve ${HASH} |`],
    ['nowhere', ''],
  ])('%s it is none (9.8)', (_, text) => {
    expect(readCommand(text)).toEqual({ command: null, findings: [] });
  });

  it('an argument that is missing, wrong or too much is told (9.8)', () => {
    for (const text of [
      '/approve',
      '/approve 1f3a9c0',
      '/approve zzzzzzzz',
      `/approve ${HASH} please`,
      '/decline',
      '/pause AGR-1',
      '/resume',
      '/resume AGR-1 AGR-2',
      '/revoke ../x',
    ])
      expect([text, codesOf(text)]).toEqual([text, ['command-argument']]);
  });

  it('a reason goes on record, and so holds no address and no secret (6.2)', () => {
    expect(codesOf('/decline Ask dana@garden.net')).toEqual(['issue-holds-address']);
    expect(JSON.stringify(readCommand('/pause AGR-1 ask dana@garden.net'))).not.toContain('garden');
  });

  it('two commands are none (9.8)', () => {
    expect(codesOf(`/approve ${HASH}\n\n/decline no`)).toEqual(['command-several']);
    expect(codesOf('/decline no\u202Eon')).toEqual(['command-character-refused']);
    expect(commandOf(`/approve ${HASH}\n\n/approve ${HASH}`)).toBeNull();
  });
});
