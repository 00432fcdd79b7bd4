import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Asset = { readonly name: string; readonly digest: string };
type Issue = {
  readonly user: { login: string; type: string };
  readonly title: string;
  readonly body: string;
};
type Release = { readonly body: string; readonly make_latest: string; readonly assets: Asset[] };

/** Stands in for the part of GitHub that the release scripts speak to, and for the live page; for tests only. */
export class FakeReleaseHost {
  /** Commits by tag. */
  readonly tags = new Map<string, string>();
  readonly releases = new Map<string, Release>();
  readonly issues: Issue[] = [];
  readonly attested = new Set<string>();
  /** The files of the live page, by path. */
  readonly page = new Map<string, string>();
  /** Every request that wrote something. */
  readonly writes: string[] = [];
  private readonly tagObjects = new Map<string, string>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      this.answer(request).then(([status, body]) => {
        response.statusCode = status;
        // A step that blocks for long would find a kept connection closed
        response.setHeader('connection', 'close');
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
  }

  static async start(): Promise<FakeReleaseHost> {
    const host = new FakeReleaseHost();
    await new Promise<void>(resolve => {
      host.server.listen(0, '127.0.0.1', resolve);
    });
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => {
      this.server.close(resolve);
    });
  }

  private async answer(request: IncomingMessage): Promise<[number, unknown]> {
    const url = new URL(request.url ?? '/', this.url);
    const page = /^\/page\/(.*)$/.exec(url.pathname);
    if (page !== null) return found(this.page.get(page[1] || 'index.html'));
    if (request.headers.authorization !== 'Bearer token') return [401, { message: 'Bad credentials' }];
    const path = url.pathname.replace('/repos/owner/name/', '');
    if (request.method === 'GET') return this.get(path, url.searchParams);
    this.writes.push(`${request.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return path.startsWith('upload/')
      ? this.upload(path, url, bytes)
      : this.post(path, JSON.parse(bytes.toString()));
  }

  private get(path: string, query: URLSearchParams): [number, unknown] {
    const [, kind = '', name = ''] =
      /^(git\/ref\/tags|git\/tags|releases\/tags|attestations)\/(.*)$/.exec(path) ?? [];
    if (kind === 'git/ref/tags') {
      const commit = this.tags.get(name);
      return found(commit && { object: { type: 'tag', sha: `tag-of-${commit}` } });
    }
    if (kind === 'git/tags') return [200, { object: { type: 'commit', sha: name.replace('tag-of-', '') } }];
    if (kind === 'releases/tags') return found(this.shown(name));
    if (kind === 'attestations') {
      return found(this.attested.has(name.replace('sha256:', '')) ? { attestations: [{}] } : undefined);
    }
    if (path.startsWith('git/matching-refs/tags/')) {
      const start = path.replace('git/matching-refs/', 'refs/');
      const refs = [...this.tags.keys()].map(tag => ({ ref: `refs/tags/${tag}` }));
      return [200, refs.filter(({ ref }) => ref.startsWith(start))];
    }
    const from = (Number(query.get('page')) - 1) * 100;
    return path === 'issues' ? [200, this.issues.slice(from, from + 100)] : [404, { message: 'Not Found' }];
  }

  private post(path: string, body: Readonly<Record<string, string>>): [number, unknown] {
    const { sha = '', ref = '', object = '', tag_name = '', title = '', make_latest = '' } = body;
    const words = body.body ?? '';
    if (path === 'git/tags') {
      this.tagObjects.set(`tag-of-${object}`, object);
      return [201, { sha: `tag-of-${object}` }];
    }
    if (path === 'git/refs' || path.startsWith('git/refs/tags/')) {
      const tag = (ref || path.replace('git/refs/', 'refs/')).replace('refs/tags/', '');
      if (ref !== '' && this.tags.has(tag)) return [422, { message: 'Reference already exists' }];
      this.tags.set(tag, this.tagObjects.get(sha) ?? sha);
      return [201, {}];
    }
    if (path === 'releases') {
      this.releases.set(tag_name, {
        body: words,
        make_latest,
        assets: [],
      });
      return [201, this.shown(tag_name)];
    }
    this.issues.push({
      user: { login: 'github-actions[bot]', type: 'Bot' },
      title,
      body: words,
    });
    return [201, { html_url: 'https://example.com/issue' }];
  }

  private upload(path: string, url: URL, bytes: Uint8Array): [number, unknown] {
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    this.releases
      .get(path.replace('upload/', ''))
      ?.assets.push({ name: url.searchParams.get('name') ?? '', digest });
    return [201, {}];
  }

  private shown(version: string): unknown {
    const release = this.releases.get(version);
    const upload_url = `${this.url}/repos/owner/name/upload/${version}{?name,label}`;
    return release && { ...release, upload_url };
  }
}

function found(body: unknown): [number, unknown] {
  return body === undefined ? [404, { message: 'Not Found' }] : [200, body];
}
