import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

type Kind = 'blob' | 'tree' | 'commit' | 'tag';

export interface TreeEntry {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** Of a blob, in bytes. */
  readonly size: number | null;
  readonly path: string;
}

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: Date;
}

export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  /** Null takes the entry away. */
  readonly sha: string | null;
}

interface Entry {
  readonly mode: string;
  readonly name: string;
  readonly sha: string;
}

const TREE = '040000';

/** Git's loose objects, read and written without a process for each. */
export class Objects {
  readonly folder: string;
  private readonly known = new Map<string, { readonly type: Kind; readonly body: Buffer }>();

  private readonly trees = new Map<string, readonly Entry[]>();

  constructor(folder: string) {
    this.folder = folder;
  }

  private read(sha: string) {
    const known = this.known.get(sha);
    if (known !== undefined) return known;
    const file = join(this.folder, 'objects', sha.slice(0, 2), sha.slice(2));
    if (!/^[0-9a-f]{40}$/.test(sha) || !existsSync(file)) return null;
    const bytes = inflateSync(readFileSync(file));
    const end = bytes.indexOf(0);
    const type = bytes.subarray(0, bytes.indexOf(' ')).toString() as Kind;
    const object = { type, body: bytes.subarray(end + 1) };
    this.known.set(sha, object);
    return object;
  }

  private body(sha: string, type: Kind): Buffer {
    const object = this.read(sha);
    if (object?.type !== type) throw new Error(`${sha} is no ${type}`);
    return object.body;
  }

  write(type: Kind, content: string | Uint8Array): string {
    const body = Buffer.from(content as Uint8Array);
    const bytes = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const sha = createHash('sha1').update(bytes).digest('hex');
    if (this.read(sha) !== null) return sha;
    const file = join(this.folder, 'objects', sha.slice(0, 2), sha.slice(2));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(bytes, { level: 1 }));
    return sha;
  }

  type(sha: string): Kind | null {
    return this.read(sha)?.type ?? null;
  }

  /** The commit that an object is, or that a tag points to. */
  peel(sha: string): string | null {
    const object = this.read(sha);
    if (object?.type !== 'tag') return object?.type === 'commit' ? sha : null;
    return this.peel(object.body.toString().slice('object '.length, 'object '.length + 40));
  }

  blob(sha: string): Buffer {
    return this.body(sha, 'blob');
  }

  commit(sha: string): Commit {
    const text = this.body(sha, 'commit').toString('utf8');
    const end = text.indexOf('\n\n');
    const head = text.slice(0, end).split('\n');
    const values = (name: string) =>
      head.filter(line => line.startsWith(`${name} `)).map(line => line.slice(name.length + 1));
    const who = (name: string): Signature => {
      const [, person = '', email = '', at = '0'] = /^(.*?) ?<(.*)> (\d+)/.exec(values(name)[0] ?? '') ?? [];
      return { name: person, email, date: new Date(Number(at) * 1000) };
    };
    return {
      ...{ sha, tree: values('tree')[0] ?? '', parents: values('parent') },
      ...{ author: who('author'), committer: who('committer'), message: text.slice(end + 2).trimEnd() },
    };
  }

  writeCommit(commit: Omit<Commit, 'sha'>): string {
    const who = ({ name, email, date }: Signature) =>
      `${name} <${email}> ${Math.floor(date.getTime() / 1000)} +0000`;
    const head = [
      `tree ${commit.tree}`,
      ...commit.parents.map(parent => `parent ${parent}`),
      `author ${who(commit.author)}`,
      `committer ${who(commit.committer)}`,
    ];
    return this.write('commit', `${head.join('\n')}\n\n${commit.message}`);
  }

  private entries(sha: string): readonly Entry[] {
    const tree = this.type(sha) === 'commit' ? this.commit(sha).tree : sha;
    const known = this.trees.get(tree);
    if (known !== undefined) return known;
    const body = this.body(tree, 'tree');
    const entries: Entry[] = [];
    for (let at = 0; at < body.length; ) {
      const end = body.indexOf(0, at);
      const [mode = '', ...name] = body.subarray(at, end).toString('utf8').split(' ');
      const id = body.subarray(end + 1, end + 21).toString('hex');
      entries.push({ mode: mode.padStart(6, '0'), name: name.join(' '), sha: id });
      at = end + 21;
    }
    this.trees.set(tree, entries);
    return entries;
  }

  private shown({ mode, sha }: Entry, path: string): TreeEntry {
    const type = mode === TREE ? 'tree' : mode === '160000' ? 'commit' : 'blob';
    return { mode, type, sha, size: type === 'blob' ? this.blob(sha).length : null, path };
  }

  /** What a tree, or a commit's tree, has: below it, too, where asked. */
  tree(sha: string, recursive = false, above = ''): readonly TreeEntry[] {
    return this.entries(sha).flatMap(entry => {
      const path = `${above}${entry.name}`;
      const below = recursive && entry.mode === TREE ? this.tree(entry.sha, true, `${path}/`) : [];
      return [this.shown(entry, path), ...below];
    });
  }

  /** Every file of a commit by its path. */
  files(sha: string, above = '', found = new Map<string, string>()): Map<string, string> {
    for (const entry of this.entries(sha)) {
      if (entry.mode === TREE) this.files(entry.sha, `${above}${entry.name}/`, found);
      else found.set(`${above}${entry.name}`, `${entry.mode} ${entry.sha}`);
    }
    return found;
  }

  /** What a tree has at a path: an entry, or null. */
  at(tree: string, path: string): TreeEntry | null {
    let entries = this.entries(tree);
    const parts = path.split('/');
    for (const [index, name] of parts.entries()) {
      const entry = entries.find(one => one.name === name);
      if (entry === undefined) return null;
      if (index === parts.length - 1) return this.shown(entry, path);
      if (entry.mode !== TREE) return null;
      entries = this.entries(entry.sha);
    }
    return null;
  }

  /** A tree made of another by setting and taking away entries at any depth. */
  writeTree(base: string | null, changes: readonly TreeChange[]): string {
    const entries = new Map<string, { readonly mode: string; readonly sha: string }>();
    for (const { name, mode, sha } of base === null ? [] : this.entries(base))
      entries.set(name, { mode, sha });
    const below = new Map<string, TreeChange[]>();
    for (const change of changes) {
      const slash = change.path.indexOf('/');
      const name = slash < 0 ? change.path : change.path.slice(0, slash);
      if (slash >= 0) {
        const rest = { ...change, path: change.path.slice(slash + 1) };
        below.set(name, [...(below.get(name) ?? []), rest]);
      } else if (change.sha === null) entries.delete(name);
      else entries.set(name, { mode: change.mode, sha: change.sha });
    }
    for (const [name, inside] of below) {
      const had = entries.get(name);
      const sha = this.writeTree(had?.mode === TREE ? had.sha : null, inside);
      if (this.entries(sha).length === 0) entries.delete(name);
      else entries.set(name, { mode: TREE, sha });
    }
    const key = ([name, { mode }]: readonly [string, { readonly mode: string }]) =>
      Buffer.from(mode === TREE ? `${name}/` : name);
    const sorted = [...entries].sort((one, other) => Buffer.compare(key(one), key(other)));
    const lines = sorted.flatMap(([name, { mode, sha }]) => [
      Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
      Buffer.from(sha, 'hex'),
    ]);
    return this.write('tree', Buffer.concat(lines));
  }
}
