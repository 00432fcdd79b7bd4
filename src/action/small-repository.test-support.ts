import { GitRepository } from '../github/git-repository.test-support.ts';

/** The payload fields of an event that the tests use. */
type PullRequest = {
  readonly base: string;
  readonly head: string;
  readonly branch?: string;
  readonly number?: number;
};

const MANIFEST = `canonical: {repository: example/protocol, branch: main}
owners: [{login: example, id: 1}]
surfaces:
  - {name: rules, path: RULES.md, version: line}
  - {name: prompt, path: PROMPT.md, version: line}
  - {name: changelog, path: CHANGELOG.md, version: changelog}
`;

const line = (version: string, posted: string, effective: string) =>
  `Version: ${version} (posted ${posted}, effective ${effective})`;

/** The three documents of a small repository at a version. */
export function documents(
  version: string,
  posted: string,
  effective: string,
  extra = '',
): Record<string, string> {
  const older =
    version === 'v1.0' ? '' : '\n## v1.0 — 2026-11-01 (effective 2026-11-08)\n\n- Something changed\n';
  const since = (name: string) =>
    `# ${name}\n\n${line(version, posted, effective)}\n\nWritten for ${posted}.${extra}\n`;
  return {
    'RULES.md': since('Rules'),
    'PROMPT.md': since('Prompt'),
    'CHANGELOG.md': `# Changelog\n\n## ${version} — ${posted} (effective ${effective})\n\n- Something changed${extra}\n${older}`,
  };
}

export const NEXT: Readonly<Record<string, string>> = documents('v1.1', '2026-11-20', '2026-11-27');

/** A repository that keeps three documents at its root, with v1.0 posted on `main`. */
export function smallRepository(): GitRepository {
  return GitRepository.create({
    '.github/posting.yml': MANIFEST,
    ...documents('v1.0', '2026-11-01', '2026-11-08'),
  });
}

/** The payload of a `pull_request` event, with everything that a stranger can write in it. */
export function pullRequestEvent({ base, head, branch = 'main', number = 7 }: PullRequest): object {
  return {
    action: 'synchronize',
    pull_request: {
      number,
      title: '::error::a title\n::error::of two lines',
      body: '@everyone <script>alert(1)</script>',
      base: { ref: branch, sha: base },
      head: { ref: 'x`;::error::y', sha: head, repo: { full_name: 'stranger/protocol' } },
    },
  };
}
