import { setTimeout as pause } from 'node:timers/promises';
import { takeFileLock } from '../../store/file-lock.ts';
import { MCP_BOUNDS } from '../bounds.ts';

/** Runs a job while no other process that asks for the same lock runs one; it waits for its turn. */
export async function withFileLock<T>(path: string, job: () => Promise<T>): Promise<T> {
  const free = await acquire(path);
  try {
    return await job();
  } finally {
    free();
  }
}

async function acquire(path: string): Promise<() => void> {
  for (let waited = 0; ; waited += MCP_BOUNDS.lockPauseMs) {
    const free = takeFileLock(path);
    if (free !== null) return free;
    if (waited >= MCP_BOUNDS.lockMs)
      throw new Error(`another process has held ${path} for ${MCP_BOUNDS.lockMs / 1000} s`);
    await pause(MCP_BOUNDS.lockPauseMs);
  }
}
