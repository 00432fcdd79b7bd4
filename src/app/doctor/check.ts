import type { Manifest } from '../../core/posting/manifest.ts';
import type { GithubClient, RepositoryName } from '../app-world.ts';
import { statusOf } from '../github-reads.ts';

/** What one look found: in order, something to do, nothing to be seen with this token, or nothing to look at. */
export type Check = {
  readonly name: string;
  readonly state: 'good' | 'todo' | 'unknown' | 'skipped';
  /** What was found, in words. */
  readonly found: string;
  /** What to do about it; null where there is nothing to do. */
  readonly remedy: string | null;
};

/** What the doctor looks with. */
export type DoctorWorld = {
  /** With the token of the owner, or as nobody. */
  readonly github: GithubClient;
  readonly repository: RepositoryName;
  /** As it stands on the default branch. */
  readonly manifest: Manifest;
  /** Signed in as the App itself, where its key is at hand. */
  readonly app: GithubClient | null;
  /** The webhook secret, where it is at hand. */
  readonly secret: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export function good(name: string, found: string): Check {
  return { name, state: 'good', found, remedy: null };
}

export function todo(name: string, found: string, remedy: string): Check {
  return { name, state: 'todo', found, remedy };
}

export function skipped(name: string, found: string): Check {
  return { name, state: 'skipped', found, remedy: null };
}

export function unknown(name: string, found: string, remedy: string): Check {
  return { name, state: 'unknown', found, remedy };
}

/** What GitHub answered, or the status with which it refused (0 where it gave no answer) and what can be said of that. */
export type Look<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly status: number; readonly unseen: (name: string) => Check };

/** Waits for an answer of GitHub, of which a refusal is one too. */
export async function look<T>(answer: Promise<{ readonly data: T }>): Promise<Look<T>> {
  try {
    return { ok: true, data: (await answer).data };
  } catch (error) {
    const status = statusOf(error) ?? 0;
    const found = status === 0 ? 'GitHub cannot be reached' : `GitHub does not show it (${status})`;
    const remedy =
      status === 0
        ? 'Try again later'
        : 'Run this with GITHUB_TOKEN set to a token of the owner that may read the administration of the repository';
    return { ok: false, status, unseen: name => unknown(name, found, remedy) };
  }
}
