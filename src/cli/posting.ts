import { basename, resolve } from 'node:path';
import { schemaFiles } from '../core/document/schemas.ts';
import type { Decision } from '../core/posting/decide.ts';
import { generatedFiles } from '../core/posting/generated.ts';
import { MANIFEST_PATH, readManifest } from '../core/posting/manifest.ts';
import { postingFinding } from '../core/posting/posting-finding.ts';
import { preparePosting } from '../core/posting/prepare.ts';
import { postingExit, postingJson, postingText } from '../core/posting/report.ts';
import { type Snapshot, textAt } from '../core/posting/snapshot.ts';
import { FORMS_FOLDER, formFiles } from '../core/proposal/form-yaml.ts';
import { jsonText } from '../core/report/json.ts';
import { git, gitLine } from '../github/git.ts';
import { checkPosting } from '../github/posting.ts';
import { readWorkingTree } from '../github/working-tree.ts';
import {
  defaultBase,
  mainBranch,
  missingManifest,
  readCheckout,
  repositoryRoot,
  writeAll,
} from './checkout.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { paintFor } from './paint.ts';

export type CheckOptions = {
  readonly repo: string;
  readonly base?: string;
  readonly head?: string;
  readonly json?: boolean;
};

/** `aimf posting check`: whether the change from base to head is a complete posting (specification section 9.2). */
export async function postingCheck(options: CheckOptions, io: Io): Promise<ExitCode> {
  const folder = await repositoryFolder(options.repo);
  const head = options.head ?? 'HEAD';
  const decision = await checkPosting(folder, options.base ?? (await defaultBase(folder)), head);
  const noted = options.head === undefined && (await differs(folder)) ? withNote(decision) : decision;
  io.out(options.json ? `${jsonText(postingJson(noted))}\n` : postingText(noted, paintFor(io.color)));
  return postingExit(noted);
}

export type PrepareOptions = {
  readonly repo: string;
  readonly summary: string;
  readonly base?: string;
  readonly version?: string;
  readonly effective?: string;
  readonly credit?: string;
  readonly dryRun?: boolean;
};

/** `aimf posting prepare`: turns what was edited in the checkout into a complete posting; prints the plan first. */
export async function postingPrepare(options: PrepareOptions, io: Io): Promise<ExitCode> {
  const { folder, manifest, before, after } = await readCheckout(options.repo, options.base);
  const { summary, version, effective, credit } = options;
  const plan = preparePosting(before, after, manifest, {
    summary,
    today: new Date(io.now()).toISOString().slice(0, 10),
    ...(version === undefined ? {} : { version }),
    ...(effective === undefined ? {} : { effective }),
    ...(credit === undefined ? {} : { credit }),
  });
  if ('faults' in plan) throw new CommandError(plan.faults.join('\n'));
  const kind = plan.agreementsOnly
    ? 'only agreements change: effective at once'
    : `effective ${plan.stamp.effective}`;
  io.out(`Posting ${plan.stamp.version}, ${plan.stamp.posted} (${kind})\n`);
  for (const step of plan.steps) io.out(`  ${step}\n`);
  if (plan.writes.size === 0) io.out('  Nothing to write: it is prepared already\n');
  if (options.dryRun) {
    io.out('Nothing was written (--dry-run)\n');
    return 0;
  }
  await writeAll(folder, plan.writes);
  io.out(`${plan.writes.size === 0 ? '' : 'Written. '}Commit it all in one pull request.\n`);
  return 0;
}

/** `aimf posting build`: writes every generated file of the checkout anew. */
export async function postingBuild(options: { repo: string }, io: Io): Promise<ExitCode> {
  const folder = await repositoryRoot(options.repo);
  const tree = await readWorkingTree(folder, ['']);
  const manifest = readManifest(textAt(tree, MANIFEST_PATH) ?? '');
  if ('faults' in manifest) throw new CommandError(missingManifest(tree, manifest.faults));
  const files = generatedFiles(tree, manifest.manifest);
  if (files === null)
    throw new CommandError('registry/protocol.yml is missing or cannot be read: the version stands there');
  const schemas = textAt(tree, 'spec/schema/envelope.json') === null ? [] : [...schemaFiles()];
  const forms =
    textAt(tree, `${FORMS_FOLDER}proposal.yml`) === null ? [] : formFiles(manifest.manifest.canonical);
  const all = [...files, ...schemas.map(([name, text]) => [`spec/schema/${name}`, text] as const), ...forms];
  const stale = new Map([...all].filter(([path, text]) => textAt(tree, path) !== text));
  await writeAll(folder, stale);
  for (const path of stale.keys()) io.out(`${path}\n`);
  if (stale.size === 0) io.out('Every generated file is as it must be\n');
  return 0;
}

/** `aimf posting init`: writes a manifest for a repository that has none. */
export async function postingInit(
  options: { repo: string; repository?: string; owner?: string },
  io: Io,
): Promise<ExitCode> {
  const folder = await repositoryRoot(options.repo);
  const tree = await readWorkingTree(folder, ['']);
  if (textAt(tree, MANIFEST_PATH) !== null)
    throw new CommandError(`${MANIFEST_PATH} is there already; edit it`);
  const remote = (await gitLine(folder, ['remote', 'get-url', 'origin'])) ?? '';
  const repository = options.repository ?? /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(remote)?.[1];
  const owner = options.owner === undefined ? null : /^([\w-]+):(\d+)$/.exec(options.owner);
  if (owner === null && options.owner !== undefined) {
    throw new CommandError('--owner is login:id; "gh api users/LOGIN --jq .id" tells the numeric id');
  }
  const owners = owner === null ? '[]' : `[{login: ${owner[1]}, id: ${owner[2]}}]`;
  const named = repository ?? `OWNER/${basename(folder).replaceAll(/[^\w.-]/g, '-')}`;
  const text = manifestText(tree, named, await mainBranch(folder), owners);
  const written = readManifest(text);
  if ('faults' in written) throw new CommandError(written.faults.join('\n'));
  await writeAll(folder, new Map([[MANIFEST_PATH, text]]));
  if (repository === undefined)
    io.err('aimf: there is no remote "origin": put the repository\'s name in place of OWNER\n');
  if (owner === null)
    io.err('aimf: nobody may command yet: add the owner as {login: …, id: …} under owners\n');
  io.out(
    `Wrote ${MANIFEST_PATH}. Check its surfaces, then merge it: a check reads it from the base branch.\n`,
  );
  return 0;
}

function manifestText(tree: Snapshot, repository: string, branch: string, owners: string): string {
  const [owner = '', name = ''] = repository.split('/');
  const known: readonly (readonly [string, readonly string[], string])[] = [
    ['spec', ['spec/SPEC.md', 'SPEC.md'], 'line'],
    ['trial-prompt', ['spec/trial-prompt.md', 'trial-prompt.md'], 'line'],
    ['changelog', ['spec/CHANGELOG.md', 'CHANGELOG.md'], 'changelog'],
    ['update-prompt', ['spec/update-prompt.md', 'update-prompt.md'], 'line'],
    ['site', ['site/index.html', 'docs/index.html', 'index.html'], 'html'],
    ['registry', ['registry/'], 'json'],
    ['test-vectors', ['test-vectors/', 'test-vectors.md'], 'json'],
  ];
  const isThere = (path: string) =>
    [...tree.keys()].some(one => (path.endsWith('/') ? one.startsWith(path) : one === path));
  // What is generated from the registry need not be there yet
  const isMade = (surface: string) =>
    isThere('registry/protocol.yml') && (surface === 'update-prompt' || surface === 'site');
  const here = known.filter(([surface, paths]) => paths.some(isThere) || isMade(surface));
  const surfaces = (here.length > 0 ? here : known).map(([surface, paths, form]) => {
    const path = paths.find(isThere) ?? paths[0] ?? '';
    return `  - {name: ${surface}, path: ${path}, version: ${path.endsWith('test-vectors.md') ? 'line' : form}}`;
  });
  const atRoot = isThere('SPEC.md') ? '"*.md", "*.html"' : '"README.md"';
  return `# The posting manifest: the public surfaces that change together. It is read from the base branch only.
canonical: {repository: ${repository}, branch: ${branch}, pages: https://${owner.toLowerCase()}.github.io/${name}/}
owners: ${owners} # the id decides, the login is for people
surfaces:
${surfaces.join('\n')}
scan: {include: ["spec/**", "site/**", "registry/**", ${atRoot}]} # where an undeclared version is looked for
`;
}

/** The root of a checkout, or the repository itself where it is bare: a check needs no working tree. */
async function repositoryFolder(folder: string): Promise<string> {
  const bare = await gitLine(folder, ['rev-parse', '--is-bare-repository']);
  return bare === 'true' ? resolve(folder) : repositoryRoot(folder);
}

async function differs(folder: string): Promise<boolean> {
  const status = await git(folder, ['status', '--porcelain']);
  return status.ok && status.out.length > 0;
}

function withNote(decision: Decision): Decision {
  return { ...decision, findings: [...decision.findings, postingFinding('working-tree-differs')] };
}
