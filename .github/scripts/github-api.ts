/** An answer of the GitHub API: its status and its JSON. */
type Answer = { readonly status: number; readonly body: unknown };

/** The little of the GitHub API that a release needs, for one repository and without any library. */
export class GitHubApi {
  private readonly root: string;
  private readonly token: string;

  constructor(root: string, repository: string, token: string) {
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error('GITHUB_REPOSITORY is not owner/name');
    this.root = `${root.replace(/\/$/, '')}/repos/${repository}`;
    this.token = token;
  }

  /** The JSON at a path below the repository; null where GitHub says that there is none. */
  async get(path: string): Promise<unknown> {
    const answer = await this.call('GET', `${this.root}/${path}`);
    return answer.status === 404 ? null : accepted(answer, `GET ${path}`);
  }

  /** All items of a list, page by page, until a page is not full. */
  async list(path: string): Promise<readonly unknown[]> {
    const items: unknown[] = [];
    for (let page = 1; ; page++) {
      const batch = await this.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
      if (!Array.isArray(batch)) throw new Error(`GET ${path}: a list was expected`);
      items.push(...batch);
      if (batch.length < 100) return items;
    }
  }

  async send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown> {
    const answer = await this.call(method, `${this.root}/${path}`, JSON.stringify(body));
    return accepted(answer, `${method} ${path}`);
  }

  /** Uploads an asset to the address that the release names. */
  async upload(uploadUrl: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const url = `${uploadUrl.replace(/\{.*$/, '')}?name=${encodeURIComponent(name)}`;
    accepted(await this.call('POST', url, bytes), `upload of ${name}`);
  }

  /** The commit that a tag stands on, or null where there is no such tag. */
  async commitOfTag(tag: string): Promise<string | null> {
    let target = field(await this.get(`git/ref/tags/${encodeURIComponent(tag)}`), 'object');
    // An annotated tag may point at another one
    for (let depth = 0; depth < 5 && field(target, 'type') === 'tag'; depth++) {
      target = field(await this.get(`git/tags/${text(target, 'sha')}`), 'object');
    }
    return target === undefined ? null : text(target, 'sha');
  }

  private async call(method: string, url: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Answer> {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${this.token}`,
        'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
        'user-agent': 'aimf-release',
        'x-github-api-version': '2022-11-28',
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(60_000),
    });
    const answer = await response.text();
    return { status: response.status, body: jsonOrText(answer) };
  }
}

/** A field of a JSON object; undefined where there is no object or no such field. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** A field that must be a text. */
export function text(value: unknown, name: string): string {
  const found = field(value, name);
  if (typeof found !== 'string') throw new Error(`"${name}" is missing in what was read`);
  return found;
}

/** A field that must be a list. */
export function items(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  if (!Array.isArray(found)) throw new Error(`"${name}" is no list in what was read`);
  return found;
}

function accepted(answer: Answer, what: string): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  const message = field(answer.body, 'message');
  throw new Error(
    `${what}: GitHub answered ${answer.status}${typeof message === 'string' ? `: ${message}` : ''}`,
  );
}

function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
