import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issue as the server keeps it. */
export type ServedIssue = {
  readonly number: number;
  body: string | null;
  readonly created_at: string;
  updated_at: string;
  readonly user: { readonly id: number; readonly type: string } | null;
  readonly pull_request?: object;
};

/** A server that lists issues as GitHub does: by last change, from a moment on, in pages. */
export type IssueServer = {
  readonly api: string;
  readonly issues: ServedIssue[];
  /** The paths that were asked for, and the authorization that came with each. */
  readonly asked: { readonly path: string; readonly authorization: string | undefined }[];
  /** Answers everything with this status from now on. */
  refuse: { readonly status: number; readonly headers?: Record<string, string> } | null;
  /** Called before each answer. */
  beforeAnswer: () => void;
  readonly stop: () => Promise<void>;
};

/** Starts such a server on loopback. */
export async function startIssueServer(): Promise<IssueServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    served.asked.push({ path: `${url.pathname}${url.search}`, authorization: request.headers.authorization });
    served.beforeAnswer();
    const { refuse } = served;
    response.writeHead(refuse?.status ?? 200, { 'content-type': 'application/json', ...refuse?.headers });
    response.end(
      JSON.stringify(refuse === null ? pageOf(served.issues, url.searchParams) : { message: 'no' }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const served: IssueServer = {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues: [],
    asked: [],
    refuse: null,
    beforeAnswer: () => {},
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return served;
}

function pageOf(issues: readonly ServedIssue[], query: URLSearchParams): ServedIssue[] {
  const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))];
  const since = query.get('since') ?? '';
  return issues
    .filter(one => one.updated_at >= since)
    .sort((one, other) =>
      one.updated_at < other.updated_at ? -1 : one.updated_at > other.updated_at ? 1 : 0,
    )
    .slice((page - 1) * size, page * size);
}
