import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../core/finding/bounds.ts';
import { type TextFileOptions, textFileDelivery } from './text-file.ts';

const FOLDER: TextFileOptions = { transport: 'folder', received: 0, identity: 'scott@example.com' };

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'aimf-text-file-'));
  await mkdir(join(root, 'drop'));
  await writeFile(join(root, 'secret.txt'), 'not for the reader');
  await writeFile(join(root, 'drop', 'plan.txt'), 'beds and dates');
  await writeFile(join(root, 'drop', 'large.txt'), '');
  await truncate(join(root, 'drop', 'large.txt'), BOUNDS.filesBytes + 1);
  await symlink('../secret.txt', join(root, 'drop', 'link.txt'));
  await mkdir(join(root, 'drop', 'folder.txt'));
  await promisify(execFile)('mkfifo', [join(root, 'drop', 'pipe.txt')]);
});
afterAll(() => rm(root, { recursive: true, force: true }));

function drop(filename: string, options: Partial<TextFileOptions> = {}, type = 'FILE_DROP') {
  const text = [
    ...['format: AIMF/1', 'id: 1', 'from: scott@example.com', `type: ${type}`],
    ...['sent: 2026-10-26T17:00:00Z', 'reply_to: none', '', `filename: ${filename}`, 'purpose: x', ''],
  ].join('\n');
  return textFileDelivery(join(root, 'drop', '1.md'), new TextEncoder().encode(text), {
    ...FOLDER,
    ...options,
  });
}
const names = async (filename: string) => (await drop(filename)).files.map(file => file.names);

describe('textFileDelivery', () => {
  it('takes the file that a FILE_DROP names from beside the message (2.1)', async () => {
    const { files, findings, fileName } = await drop('plan.txt');
    expect(files.map(file => [file.names, new TextDecoder().decode(file.bytes)])).toEqual([
      [['plan.txt'], 'beds and dates'],
    ]);
    expect([fileName, findings]).toEqual(['1.md', []]);
  });

  it.each([
    ['a symbolic link', 'link.txt'],
    ['a folder', 'folder.txt'],
    ['a pipe, which would never end', 'pipe.txt'],
    ['a file that is not there', 'none.txt'],
    ['a name that leads out of the folder', '../secret.txt'],
    ['a whole path', '/etc/hostname'],
  ])('reads only regular files of its own folder, and not %s (2.1)', async (_, filename) => {
    expect(await names(filename)).toEqual([]);
  });

  it('reads each named file once (5.1)', async () => {
    expect(await names('[plan.txt, plan.txt]')).toEqual([['plan.txt']]);
  });

  it('tells of a file over the format’s limit without reading it (5.2)', async () => {
    const { files, findings } = await drop('large.txt');
    expect(files).toEqual([]);
    expect(findings).toMatchObject([
      { code: 'attachments-too-large', args: { bytes: BOUNDS.filesBytes + 1, limit: BOUNDS.filesBytes } },
    ]);
  });

  it.each([
    ['a chat', { transport: 'chat' } as const, 'FILE_DROP'],
    ['another type', {}, 'NOTE'],
  ])('%s has no files beside it (4.2)', async (_, options, type) => {
    expect((await drop('plan.txt', options, type)).files).toEqual([]);
  });

  it('says by what the sender is proven, or that nobody is (2.2)', async () => {
    expect((await drop('plan.txt')).sender).toMatchObject({ status: 'proven', by: 'folder' });
    expect((await drop('plan.txt', { transport: 'chat' })).sender).toMatchObject({ by: 'account' });
    expect((await drop('plan.txt', { identity: null })).sender).toEqual({
      status: 'unproven',
      claimed: null,
      findings: [],
    });
  });
});
