import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { GithubTransport } from '../core/registry/monitoring.ts';
import type { Registry } from '../core/registry/registry.ts';
import { quotable } from '../core/report/sentence.ts';
import { readMark } from './watermark.ts';
import { type Arrival, type PollRequest, type Wire, WireError, type WireEvent } from './wire.ts';

const PER_PAGE = 100;
/** Milliseconds for one answer. */
const PATIENCE = 30_000;

const issueSchema = z.object({
  number: z.int(),
  body: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  user: z.nullable(z.object({ id: z.int(), type: z.string() })),
  pull_request: z.optional(z.unknown()),
});
type Issue = z.infer<typeof issueSchema>;

/** How far the issues are read; times as GitHub writes them. */
const markSchema = z.strictObject({
  /** When the newest change was made that was read. */
  updated: z.nullable(z.string()),
  /** While a first scan goes on: what was opened before this moment is passed over. */
  first: z.nullable(z.string()),
});
type Mark = z.infer<typeof markSchema>;

/** Before every issue. */
const EVER = new Date(0).toISOString();

/**
 * The issues of a repository, new ones and edited ones, whatever their labels, titles and state. Who wrote one is the numeric id of
 * the account: the party whose agreement names it under `github`, else a stranger. Specification sections 2.1 and 9.8.
 */
export function githubWire(transport: GithubTransport, token: string | null, registry: Registry): Wire {
  return {
    kind: 'github',
    name: transport.repository,
    poll: request => poll(transport, token, partiesById(registry), request),
  };
}

async function* poll(
  transport: GithubTransport,
  token: string | null,
  parties: ReadonlyMap<number, string | null>,
  request: PollRequest,
): AsyncGenerator<WireEvent, void> {
  const { from, since, isSeen } = request;
  const mark = from === null ? beginning(since) : readMark(markSchema, from);
  let { updated } = mark;
  let passed = 0;
  for await (const issue of issuesOf(transport, token, mark.updated, request)) {
    if (isSeen(idOf(issue))) continue;
    ({ updated_at: updated } = issue);
    if (mark.first === null || issue.created_at >= mark.first) {
      if (issue.pull_request === undefined)
        yield { event: 'arrival', arrival: arrivalOf(issue, mark, transport, parties) };
    } else {
      passed++;
      yield { event: 'passed', transportIds: [idOf(issue)] };
    }
  }
  if (from === null && since === 'now')
    yield { event: 'note', note: { code: 'baseline', args: { count: passed } } };
  yield { event: 'reached', watermark: JSON.stringify({ updated, first: null }) };
}

/** Of what is there at a first poll everything, nothing, or what was opened since a moment. */
function beginning(since: PollRequest['since']): Mark {
  if (since === 'now') return { updated: null, first: '9999' };
  return { updated: null, first: since === 'all' ? EVER : secondOf(since) };
}

function arrivalOf(
  issue: Issue,
  mark: Mark,
  transport: GithubTransport,
  parties: ReadonlyMap<number, string | null>,
): Arrival {
  const { number, body, user, created_at: created, updated_at: updated } = issue;
  // One that was opened before the last poll and is not known has got another text since
  const isEdited = mark.first === null && mark.updated !== null && created <= mark.updated;
  const party = user === null ? null : (parties.get(user.id) ?? null);
  const automatic = user?.type === 'Bot' && party === null ? 'an account that is a bot' : null;
  return {
    transportId: idOf(issue),
    label: `${transport.repository}#${number}`,
    arrived: Date.parse(isEdited ? updated : created),
    again: false,
    content: { form: 'issue', body: body ?? '', party, automatic },
    watermark: JSON.stringify({ updated, first: mark.first }),
  };
}

/** An issue with the text that it has now. */
function idOf({ number, body }: Issue): string {
  return `${number}:${createHash('sha256')
    .update(body ?? '')
    .digest('hex')}`;
}

/** Whose account a numeric id is; null where two agreements disagree, which proves nobody. */
function partiesById(registry: Registry): ReadonlyMap<number, string | null> {
  const parties = new Map<number, string | null>();
  for (const { agreement } of registry.agreements.values()) {
    for (const [party, id] of Object.entries(agreement?.github ?? {})) {
      const other = parties.get(id);
      parties.set(id, other === undefined || other === party ? party : null);
    }
  }
  return parties;
}

/** Every issue that was changed at a moment or later, in the order of its last change, page by page. */
async function* issuesOf(
  transport: GithubTransport,
  token: string | null,
  since: string | null,
  request: PollRequest,
): AsyncGenerator<Issue, void> {
  let from = since;
  for (let page = 1; ; ) {
    const query = new URLSearchParams({ state: 'all', sort: 'updated', direction: 'asc' });
    query.set('per_page', String(PER_PAGE));
    query.set('page', String(page));
    if (from !== null) query.set('since', from);
    const issues = await answerOf(
      `/repos/${transport.repository}/issues?${query}`,
      transport,
      token,
      request,
    );
    request.alive();
    yield* issues;
    const last = issues.at(-1)?.updated_at;
    if (issues.length < PER_PAGE || last === undefined) return;
    // By time, not by page: an issue that is changed meanwhile moves to the end, and all others one place up
    if (from === null || last > from) [from, page] = [last, 1];
    else page++;
  }
}

async function answerOf(
  path: string,
  { api, repository, tokenVariable }: GithubTransport,
  token: string | null,
  { signal }: PollRequest,
): Promise<readonly Issue[]> {
  const headers = {
    accept: 'application/vnd.github+json',
    'user-agent': 'aimf-monitor',
    'x-github-api-version': '2022-11-28',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  let response: Response;
  let body: unknown;
  try {
    // A redirect may lead to another host, and the token would go along
    const limits = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    response = await fetch(`${api}${path}`, { headers, signal: limits, redirect: 'error' });
    body = await response.json();
  } catch (error) {
    throw new WireError(`${api} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (!response.ok) throw new WireError(refusal(response, repository, tokenVariable));
  const read = z.safeParse(z.array(issueSchema), body);
  if (!read.success) throw new WireError(`${api} answered with something other than a list of issues`);
  return read.data;
}

function refusal({ status, headers }: Response, repository: string, variable: string | null): string {
  const reset = Number(headers.get('x-ratelimit-reset'));
  if ((status === 403 || status === 429) && headers.get('x-ratelimit-remaining') === '0')
    return `GitHub answers no more questions until ${new Date(reset * 1000).toISOString()}${variable === null ? ': a token (token_env) allows many more' : ''}`;
  const token = variable === null ? 'name a token as token_env' : `check the token in ${variable}`;
  switch (status) {
    case 401:
      return `GitHub does not accept the token: ${token}`;
    case 403:
    case 404:
      return `GitHub does not show the issues of ${repository} (status ${status}): check the name, or ${token}`;
    default:
      return `GitHub answered with status ${status}; it is asked again at the next run`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return quotable(String(error));
  if (error.name === 'TimeoutError') return `no answer within ${PATIENCE / 1000} s`;
  const { cause } = error;
  return quotable(cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}

/** A moment as GitHub writes it, which has no fractions of a second. */
function secondOf(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');
}
