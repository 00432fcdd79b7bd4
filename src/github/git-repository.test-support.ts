import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectPath } from '../cli/project-files.ts';

/** A real git repository in a temporary folder, for tests only. */
export class GitRepository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** A new repository with these files in its first commit, on the branch `main`. */
  static create(files: Readonly<Record<string, string | Uint8Array>>): GitRepository {
    const repository = new GitRepository(mkdtempSync(join(tmpdir(), 'aimf-git-')));
    repository.git('init', '-q', '-b', 'main');
    repository.commit('first', files);
    return repository;
  }

  /** A clone of this project's own working tree files that git tracks, as one first commit. */
  static ofThisProject(): GitRepository {
    const root = projectPath('');
    const folder = mkdtempSync(join(tmpdir(), 'aimf-git-'));
    const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
    });
    for (const path of paths.toString('utf8').split('\0').filter(Boolean)) {
      if (!existsSync(join(root, path))) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      copyFileSync(join(root, path), join(folder, path));
    }
    const repository = new GitRepository(folder);
    repository.git('init', '-q', '-b', 'main');
    repository.git('add', '-A');
    repository.git('commit', '-q', '-m', 'first');
    return repository;
  }

  /** Runs git and gives its output without the last line end. */
  git(...args: string[]): string {
    const identity = [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trimEnd();
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  /** Writes files, commits everything, and gives the commit. */
  commit(message: string, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
