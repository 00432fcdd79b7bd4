import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Objects } from './objects.test-support.ts';

export interface FileChange {
  readonly path: string;
  readonly previous: string | null;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  readonly patch: string | null;
}

const STATUS = { A: 'added', D: 'removed', M: 'modified', R: 'renamed', T: 'changed' } as const;

/** The bare repository behind the emulated one: git itself makes every merge and every difference. */
export class BareRepository extends Objects {
  private readonly heads = new Map<string, string>();
  private readonly merges = new Map<string, string | null>();
  private readonly differences = new Map<string, readonly FileChange[]>();

  /** Without any commit. */
  constructor() {
    super(join(mkdtempSync(join(tmpdir(), 'aimf-emulated-')), 'repository.git'));
    for (const part of ['objects/pack', 'refs/heads'])
      mkdirSync(join(this.folder, part), { recursive: true });
    writeFileSync(join(this.folder, 'HEAD'), 'ref: refs/heads/main\n');
    const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';
    writeFileSync(join(this.folder, 'config'), config);
  }

  /** A copy of a repository with a working tree, all of its refs included. */
  static of(source: string): BareRepository {
    const copy = new BareRepository();
    for (const part of ['objects', 'refs']) {
      cpSync(join(source, '.git', part), join(copy.folder, part), { recursive: true });
    }
    copy.loosen(join(source, '.git', 'packed-refs'));
    return copy;
  }

  /** The files of a working tree that git tracks or would track, as one first commit. */
  static ofWorkingTree(folder: string): BareRepository {
    const made = new BareRepository();
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    const paths = listed.split('\0').filter(path => path !== '' && existsSync(join(folder, path)));
    const entries = paths.map(path => {
      const mode = statSync(join(folder, path)).mode & 0o100 ? '100755' : '100644';
      return { path, mode, sha: made.write('blob', readFileSync(join(folder, path))) };
    });
    const author = { name: 'Test', email: 'test@example.com', date: new Date() };
    const tree = made.writeTree(null, entries);
    const first = { tree, parents: [], author, committer: author, message: 'first\n' };
    made.setRef('refs/heads/main', made.writeCommit(first));
    return made;
  }

  /** Objects and refs as files of their own, whatever was packed. */
  private loosen(packed: string): void {
    const packs = join(this.folder, 'objects', 'pack');
    for (const name of readdirSync(packs).filter(one => one.endsWith('.pack'))) {
      const bytes = readFileSync(join(packs, name));
      rmSync(join(packs, name));
      this.git(['unpack-objects', '-q'], bytes);
    }
    const lines = existsSync(packed) ? readFileSync(packed, 'utf8').split('\n') : [];
    for (const [, sha = '', ref = ''] of lines.map(line => /^([0-9a-f]{40}) (.+)$/.exec(line) ?? [])) {
      if (ref !== '') this.setRef(ref, sha);
    }
    for (const ref of readdirSync(join(this.folder, 'refs'), { recursive: true, encoding: 'utf8' })) {
      const file = join(this.folder, 'refs', ref);
      if (statSync(file).isFile()) this.heads.set(`refs/${ref}`, readFileSync(file, 'utf8').trim());
    }
  }

  remove(): void {
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }

  git(args: readonly string[], input: string | Uint8Array = ''): string {
    const alone = ['-c', 'core.quotePath=false', '-c', 'diff.noprefix=false', ...args];
    const options = { cwd: this.folder, input, maxBuffer: 1 << 28, stdio: 'pipe' } as const;
    return execFileSync('git', alone, options).toString('utf8');
  }

  private maybe(args: readonly string[]): string | null {
    try {
      return this.git(args).trimEnd();
    } catch {
      return null;
    }
  }

  /** The commit that a branch, a tag, a ref or the beginning of an id names. */
  resolve(name: string): string | null {
    for (const ref of [name, `refs/heads/${name}`, `refs/tags/${name}`]) {
      const sha = this.heads.get(ref);
      if (sha !== undefined) return this.peel(sha);
    }
    if (/^[0-9a-f]{40}$/.test(name)) return this.peel(name);
    if (name !== 'HEAD' && !/^[0-9a-f]{7,39}$/.test(name)) return null;
    return this.maybe(['rev-parse', '--verify', '-q', `${name}^{commit}`]);
  }

  ref(ref: string): string | null {
    return this.heads.get(ref) ?? null;
  }

  refs(prefix: string): readonly { readonly ref: string; readonly sha: string }[] {
    const all = [...this.heads].map(([ref, sha]) => ({ ref, sha })).filter(one => one.ref.startsWith(prefix));
    return all.sort((one, other) => (one.ref < other.ref ? -1 : 1));
  }

  setRef(ref: string, sha: string | null): void {
    const file = join(this.folder, ref);
    if (sha === null) {
      this.heads.delete(ref);
      rmSync(file, { force: true });
      return;
    }
    this.heads.set(ref, sha);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${sha}\n`);
  }

  validRef(ref: string): boolean {
    const parts = ref.split('/');
    const bad = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$/.test(ref);
    return (
      parts.length > 1 &&
      !bad &&
      parts.every(one => one !== '' && !one.startsWith('.') && !/\.lock$/.test(one))
    );
  }

  /** The commits that this one has, parents before children. */
  private history(sha: string, without: ReadonlySet<string> = new Set()): Set<string> {
    const found = new Set<string>();
    const stack = [{ sha, left: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (top.left) found.add(top.sha);
      else if (!found.has(top.sha) && !without.has(top.sha)) {
        stack.push({ sha: top.sha, left: true });
        const { parents } = this.commit(top.sha);
        stack.push(...parents.toReversed().map(parent => ({ sha: parent, left: false })));
      }
    }
    return found;
  }

  /** The commits of `to` that `from` does not have, oldest first. */
  range(from: string | null, to: string): readonly string[] {
    return [...this.history(to, from === null ? new Set() : this.history(from))];
  }

  contains(descendant: string, ancestor: string): boolean {
    return this.history(descendant).has(ancestor);
  }

  mergeBase(one: string, other: string): string | null {
    if (this.contains(one, other)) return other;
    if (this.contains(other, one)) return one;
    return this.maybe(['merge-base', one, other]);
  }

  /** The tree of the three-way merge; null where it conflicts. */
  merge(base: string, head: string): string | null {
    const key = `${base} ${head}`;
    const known = this.merges.get(key);
    if (known !== undefined) return known;
    const tree = this.contains(head, base)
      ? this.commit(head).tree
      : (this.maybe(['merge-tree', '--write-tree', base, head])?.slice(0, 40) ?? null);
    this.merges.set(key, tree);
    return tree;
  }

  changes(from: string, to: string): readonly FileChange[] {
    const key = `${from} ${to}`;
    const known = this.differences.get(key) ?? this.difference(from, to);
    this.differences.set(key, known);
    return known;
  }

  private difference(from: string, to: string): readonly FileChange[] {
    const args = ['diff', '--no-ext-diff', '--no-color', '-M', '--no-abbrev', from, to];
    const raw = this.git([...args, '--raw', '-z'])
      .split('\0')
      .filter(Boolean);
    const patches = raw.length === 0 ? [] : this.git([...args, '-p']).split(/^(?=diff --git )/m);
    const changes: FileChange[] = [];
    for (let at = 0; at < raw.length; ) {
      const [, , before = '', after = '', letter = ''] = (raw[at] ?? '').split(' ');
      const renamed = letter.startsWith('R');
      const part = patches[changes.length] ?? '';
      const hunk = part.indexOf('\n@@ ');
      const patch = hunk < 0 ? null : part.slice(hunk + 1).replace(/\n$/, '');
      changes.push({
        path: raw[at + (renamed ? 2 : 1)] ?? '',
        previous: renamed ? (raw[at + 1] ?? '') : null,
        status: STATUS[(letter[0] ?? 'M') as keyof typeof STATUS],
        sha: letter === 'D' ? before : after,
        additions: patch?.match(/^\+/gm)?.length ?? 0,
        deletions: patch?.match(/^-/gm)?.length ?? 0,
        patch,
      });
      at += renamed ? 3 : 2;
    }
    return changes;
  }
}
