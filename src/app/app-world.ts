import type { Octokit } from '@octokit/core';

/** What the App asks GitHub with: the client of Probot, or the one of a workflow's token. */
export type GithubClient = Pick<Octokit, 'request'>;

/** The one repository that a run is about. */
export type RepositoryName = { readonly owner: string; readonly repo: string };

/** A local copy of the repository's history, from which trees are read without asking for each file. */
export type Mirror = {
  /** The git folder: bare, or a checkout. */
  readonly folder: string;
  /** Brings the default branch and the branches of the App (`aimf/*`) up to date. Throws in words where it cannot. */
  readonly update: () => Promise<void>;
};

/** Everything that a run of the App needs from outside. */
export type AppWorld = {
  readonly github: GithubClient;
  readonly repository: RepositoryName;
  readonly mirror: Mirror;
  /** The account that the App writes as. What any other account writes is never taken for the App's own. */
  readonly self: { readonly id: number; readonly login: string };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether pull requests of this account start no workflows, so that the App has to check its own postings. */
  readonly checksItself: boolean;
};

/** What a run is to bring up to date: one issue with all that depends on it, or everything. */
export type Target = { readonly issue: number } | 'all';

/** What a run did, one line in words for each write; what could not be done is in `faults`. */
export type Reconciled = { readonly done: readonly string[]; readonly faults: readonly string[] };
