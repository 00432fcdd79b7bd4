import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeFileLock } from './file-lock.ts';
import { temporaryFolder } from './store.test-support.ts';

it('is held once at a time, and is free again when it is given back', () => {
  const path = join(temporaryFolder(), 'a.lock');
  const free = takeFileLock(path);
  expect(takeFileLock(path)).toBeNull();
  free?.();
  free?.();
  const again = takeFileLock(path);
  expect(again).not.toBeNull();
  again?.();
});

it('is no lock where the file cannot be used', () => {
  expect(() => takeFileLock(join(temporaryFolder(), 'missing', 'a.lock'))).toThrow('unable to open');
});
