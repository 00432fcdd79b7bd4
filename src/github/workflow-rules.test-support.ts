import { readYamlFile } from '../core/message/yaml.ts';

/** A mapping of a workflow, by name; everything in it is still unknown. */
type Part = Readonly<Record<string, unknown>>;

export type Workflow = { readonly path: string; readonly text: string; readonly root: Part };

/** A workflow file read; what cannot be read as YAML of ours is an error of the test. */
export function readWorkflow(path: string, text: string): Workflow {
  const read = readYamlFile(text);
  if (read.fault !== null) throw new Error(`${path}: ${read.fault}`);
  return { path, text, root: partOf(read.value) };
}

/** What a rule finds in one workflow: a line for each place that breaks it. */
type Rule = (workflow: Workflow) => readonly string[];

/** The hardening rules, by name. They hold for every workflow; some for the ones that their name says. */
export const RULES = {
  'every action is pinned by a full commit, with its version': workflow =>
    usesOf(workflow)
      .filter(uses => !uses.startsWith('./'))
      .filter(uses => {
        const isPinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses);
        const lines = workflow.text.split('\n').filter(line => line.includes(`uses: ${uses}`));
        return !isPinned || !lines.every(line => /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
      }),

  'nothing is granted at the top': ({ root }) =>
    isPart(root.permissions) && Object.keys(root.permissions).length === 0 ? [] : ['permissions'],

  'every grant stands on its line with its reason': workflow =>
    jobsOf(workflow).flatMap(([name, job]) => {
      if (!isPart(job.permissions)) return [`${name}: no permissions`];
      return Object.entries(job.permissions)
        .filter(([scope, grant]) => {
          const lines = workflow.text
            .split('\n')
            .filter(line => line.trim().startsWith(`${scope}: ${String(grant)}`));
          return lines.length === 0 || !lines.every(line => /: (?:read|write) # \S.{10,}$/.test(line));
        })
        .map(([scope]) => `${name}: ${scope}`);
    }),

  'no event that runs with the rights of the base on a head': workflow =>
    eventsOf(workflow).filter(
      event =>
        /^(?:pull_request_target|workflow_run)$/.test(event) ||
        // Anybody may comment on a pull request
        (event === 'issue_comment' && !staysOnDefaultBranch(workflow)),
    ),

  'the App runs what was merged, for each issue in turn, and on no fork': workflow => {
    if (!workflow.path.endsWith('/app.yml')) return [];
    const group = partOf(workflow.root.concurrency);
    const sameRepository = 'github.event.pull_request.head.repo.full_name == github.repository';
    return [
      ...(staysOnDefaultBranch(workflow) ? [] : ['checkout']),
      ...(group['cancel-in-progress'] === false ? [] : ['concurrency']),
      ...(/issue\.number/.test(String(group.group)) && String(group.group).includes(sameRepository)
        ? []
        : ['group']),
      ...jobsOf(workflow)
        .filter(([, job]) => !String(job.if).includes(`!= 'pull_request' || ${sameRepository}`))
        .map(([name]) => name),
    ];
  },

  'no expression inside a script': workflow =>
    stepsOf(workflow).flatMap(({ job, step }) => {
      const scripts = [step.run, partOf(step.with).script];
      return scripts.filter(script => typeof script === 'string' && script.includes('${{')).map(() => job);
    }),

  'no checkout leaves its credentials': workflow =>
    stepsOf(workflow)
      .filter(({ step }) => String(step.uses).startsWith('actions/checkout@'))
      .filter(({ step }) => partOf(step.with)['persist-credentials'] !== false)
      .map(({ job }) => job),

  'every job ends in time, on a named system': workflow =>
    jobsOf(workflow)
      .filter(([, job]) => !(Number(job['timeout-minutes']) <= 30) || job['runs-on'] !== 'ubuntu-24.04')
      .map(([name]) => name),

  'a job that may write uses nobody else and installs nothing': workflow =>
    stepsOf(workflow)
      .filter(({ writes }) => writes)
      .filter(({ step }) => {
        const uses = String(step.uses ?? 'actions/');
        return (
          !/^(?:actions\/|\.\/)/.test(uses) ||
          /\bnpm (?:ci|i|install|test|run)\b|\bnpx\b/.test(String(step.run))
        );
      })
      .map(({ job }) => job),

  'no secret stands in the environment of a workflow or of a job': workflow =>
    [workflow.root, ...jobsOf(workflow).map(([, job]) => job)]
      .map(part => JSON.stringify([part.env, part.secrets]))
      .filter(env => /secrets|github\.token|GITHUB_TOKEN|inherit/.test(env)),

  'a release is never cancelled half way': ({ path, root, text }) =>
    path.includes('release') &&
    (partOf(root.concurrency)['cancel-in-progress'] !== false || /cancel-in-progress: (?!false)/.test(text))
      ? ['concurrency']
      : [],

  'the posting check runs on everything and cancels nothing': workflow => {
    if (!workflow.path.endsWith('/posting.yml')) return [];
    const expected = {
      pull_request: { types: ['opened', 'reopened', 'synchronize', 'edited', 'ready_for_review'] },
      merge_group: null,
    };
    const group = partOf(workflow.root.concurrency);
    return [
      ...(JSON.stringify(workflow.root.on) === JSON.stringify(expected) ? [] : ['on']),
      ...(group['cancel-in-progress'] === false ? [] : ['concurrency']),
      ...(/pull_request\.number/.test(String(group.group)) && /head\.sha/.test(String(group.group))
        ? []
        : ['group']),
      ...jobsOf(workflow).flatMap(([name, job]) => ('if' in job || 'continue-on-error' in job ? [name] : [])),
    ];
  },

  'the posting check runs the base and only reads the head': workflow => {
    if (!workflow.path.endsWith('/posting.yml')) return [];
    const steps = stepsOf(workflow).map(({ step }) => step);
    const refs = steps
      .filter(step => String(step.uses).startsWith('actions/checkout@'))
      .map(step => partOf(step.with).ref);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow, not of ours
    const base = '${{ github.event.pull_request.base.ref || github.event.merge_group.base_sha }}';
    const checks = steps.filter(step => step.uses === './').map(step => partOf(step.with).base);
    const runs = steps.map(step => String(step.run ?? ''));
    return [
      ...(JSON.stringify(refs) === JSON.stringify([base]) ? [] : ['checkout']),
      ...(JSON.stringify(checks) === '["HEAD"]' ? [] : ['uses']),
      ...runs.filter(run =>
        /\bgit (?:checkout|switch|merge|reset|worktree|read-tree)\b|\bnpm\b|\bnode\b/.test(run),
      ),
      ...steps.flatMap(step =>
        'continue-on-error' in step || 'if' in step ? ['a step may be passed over'] : [],
      ),
    ];
  },

  'the release comes by push, by hand and by schedule': workflow =>
    workflow.path.endsWith('/release.yml')
      ? ['push', 'workflow_dispatch', 'schedule'].filter(event => !eventsOf(workflow).includes(event))
      : [],

  'nothing is announced before the live page was read back': workflow => {
    if (!workflow.path.endsWith('/release.yml')) return [];
    const jobs = new Map(jobsOf(workflow));
    const before = (name: string): ReadonlySet<string> => {
      const needs = [jobs.get(name)?.needs ?? []].flat().map(String);
      return new Set([...needs, ...needs.flatMap(one => [...before(one)])]);
    };
    const announcing = stepsOf(workflow).filter(
      ({ step }) =>
        /release\.ts announce/.test(String(step.run)) ||
        /announcements|release\/files/.test(JSON.stringify(step.with ?? null)),
    );
    return announcing
      .filter(({ job, step }) => {
        const condition = String(jobs.get(job)?.if);
        const isReader = String(step.uses).startsWith('actions/download-artifact@');
        return (
          !before(job).has('read-back') ||
          (!isReader && !/needs\.(?:read-back|announcements)\.result == 'success'/.test(condition))
        );
      })
      .map(({ job }) => job);
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** All that the rules find in a workflow, each as `rule: place`. */
export function brokenRules(workflow: Workflow): readonly string[] {
  return Object.entries(RULES).flatMap(([name, rule]: [string, Rule]) =>
    rule(workflow).map(place => `${name}: ${place}`),
  );
}

/** The reference of every action and reusable workflow that a workflow uses. */
export function usesOf(workflow: Workflow): readonly string[] {
  const jobs = jobsOf(workflow).map(([, job]) => job.uses);
  const steps = stepsOf(workflow).map(({ step }) => step.uses);
  return [...jobs, ...steps].filter(uses => typeof uses === 'string');
}

/** Whether a workflow takes its code from the default branch alone, and has no script that could fetch any other. */
function staysOnDefaultBranch(workflow: Workflow): boolean {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow, not of ours
  const branch = '${{ github.event.repository.default_branch }}';
  return stepsOf(workflow).every(({ step }) => {
    const isCheckout = String(step.uses).startsWith('actions/checkout@');
    return step.run === undefined && (!isCheckout || partOf(step.with).ref === branch);
  });
}

function eventsOf({ root }: Workflow): readonly string[] {
  const on = root.on;
  return isPart(on) ? Object.keys(on) : [on].flat().map(String);
}

function jobsOf({ root }: Workflow): readonly (readonly [string, Part])[] {
  return Object.entries(partOf(root.jobs)).map(([name, job]) => [name, partOf(job)] as const);
}

function stepsOf(workflow: Workflow): readonly { job: string; step: Part; writes: boolean }[] {
  return jobsOf(workflow).flatMap(([job, part]) => {
    const grants = part.permissions;
    const writes = isPart(grants) ? Object.values(grants).includes('write') : grants !== undefined;
    const steps = Array.isArray(part.steps) ? part.steps : [];
    return steps.map((step: unknown) => ({ job, step: partOf(step), writes }));
  });
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partOf(value: unknown): Part {
  return isPart(value) ? value : {};
}
