import type { Manifest } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';

/** A posting as the surfaces of a tree show it: the newest version that one of them carries, and its date. */
export type Reached = { readonly version: string; readonly posted: string | null };

/** A change to be decided: the merge base, the head, and what the base branch has reached by now. */
export type Change = {
  readonly base: Snapshot;
  readonly head: Snapshot;
  readonly manifest: Manifest;
  /** The newest posting on the base branch itself, which may have moved on since the merge base; null where it has none. */
  readonly reached: Reached | null;
};
