import * as z from 'zod/mini';
import { ActionError } from './command.ts';

const commit = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));

const pullRequestSchema = z.object({
  pull_request: z.object({
    number: z.int().check(z.positive()),
    base: z.object({ ref: z.string(), sha: commit }),
    head: z.object({ sha: commit }),
  }),
});
const mergeGroupSchema = z.object({ merge_group: z.object({ base_sha: commit, head_sha: commit }) });
const pushSchema = z.object({ before: commit, after: commit });

/** What an event says about the change to check. Its titles, bodies and branch names are data, and only the last are read. */
export type Event =
  | {
      readonly kind: 'pull-request';
      readonly number: number;
      readonly baseBranch: string;
      readonly base: string;
      readonly head: string;
    }
  | { readonly kind: 'commits'; readonly base: string; readonly head: string }
  /** The event names no change: it was started by hand, by the clock, or by the first push of a branch. */
  | { readonly kind: 'none' };

/** Reads the event that started the workflow. Throws where it cannot be read, or where it must not be used. */
export function readEvent(name: string, text: string | null): Event {
  if (name === 'pull_request_target')
    throw new ActionError(
      'Run this on pull_request, not on pull_request_target: that one would give a stranger’s change the rights of this repository',
    );
  if (name === 'pull_request') {
    const { number, base, head } = parse(pullRequestSchema, name, text).pull_request;
    return { kind: 'pull-request', number, baseBranch: base.ref, base: base.sha, head: head.sha };
  }
  if (name === 'merge_group') {
    const { base_sha, head_sha } = parse(mergeGroupSchema, name, text).merge_group;
    return { kind: 'commits', base: base_sha, head: head_sha };
  }
  if (name === 'push') {
    const { before, after } = parse(pushSchema, name, text);
    if (!/^0+$/.test(before)) return { kind: 'commits', base: before, head: after };
  }
  return { kind: 'none' };
}

function parse<T>(schema: z.ZodMiniType<T>, name: string, text: string | null): T {
  const result = z.safeParse(schema, parseJson(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where =
    issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.map(String).join('.')})`;
  throw new ActionError(
    `The event ${name} cannot be read${where}: GITHUB_EVENT_PATH must name the file that GitHub writes for it`,
  );
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
