import { type Check, type DoctorWorld, good, look, skipped, todo } from './check.ts';

/** The workflow that does the App's work every day. */
const WORKFLOW = 'app.yml';
const DAY = 86_400_000;
/** GitHub may start a daily run some hours late, and sometimes leaves one out. */
const LATE = 2 * DAY;

/** Whether the daily run still comes, without which nothing is seen to be overdue; and whether it may open postings. */
export async function examineWorkflow(world: DoctorWorld): Promise<readonly Check[]> {
  const { github, repository } = world;
  const place = { ...repository, workflow_id: WORKFLOW };
  const route = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}';
  const workflow = await look(github.request(route, place));
  const name = 'schedule';
  if (!workflow.ok && workflow.status === 404) {
    const remedy = `Put .github/workflows/${WORKFLOW} on the default branch, or host the App with "aimf app"`;
    return [
      world.app === null
        ? todo(name, 'No workflow does the work of the App', remedy)
        : skipped(name, 'The App is hosted'),
    ];
  }
  if (!workflow.ok) return [workflow.unseen(name)];
  const { state, created_at } = workflow.data;
  const check = state === 'active' ? await lastRun(world, created_at) : turnedOff(state);
  return [check, ...(world.app === null ? await mayOpen(world) : [])];
}

function turnedOff(state: string): Check {
  const why =
    state === 'disabled_inactivity'
      ? 'GitHub has turned the daily run off: 60 days went by without a commit'
      : `The workflow ${WORKFLOW} is turned off (${state})`;
  return todo('schedule', why, `Actions → app → Enable workflow, or: gh workflow enable ${WORKFLOW}`);
}

async function lastRun({ github, repository, now }: DoctorWorld, since: string): Promise<Check> {
  const name = 'schedule';
  const route = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs';
  const place = { ...repository, workflow_id: WORKFLOW, event: 'schedule', per_page: 1 };
  const runs = await look(github.request(route, place));
  if (!runs.ok) return runs.unseen(name);
  const [last] = runs.data.workflow_runs;
  const age = now - Date.parse(last?.created_at ?? since);
  const again = `Start it by hand: gh workflow run ${WORKFLOW}. If no daily run follows, turn the workflow off and on again`;
  if (age > LATE) return todo(name, `The last daily run was ${Math.floor(age / DAY)} days ago`, again);
  if (last === undefined) return good(name, 'The workflow is new, and its first daily run is still to come');
  if (last.conclusion === 'failure' || last.conclusion === 'timed_out')
    return todo(name, 'The last daily run failed', `See why: ${last.html_url}`);
  return good(name, `The last daily run was on ${last.created_at.slice(0, 10)}`);
}

/** With the workflow's own token, GitHub has to be told that it may open pull requests. */
async function mayOpen({ github, repository }: DoctorWorld): Promise<readonly Check[]> {
  const name = 'workflow-postings';
  const route = 'GET /repos/{owner}/{repo}/actions/variables/{name}';
  const variable = await look(github.request(route, { ...repository, name: 'APP_ID' }));
  if (variable.ok) return [skipped(name, 'The workflow writes as an App')];
  const settings = await look(
    github.request('GET /repos/{owner}/{repo}/actions/permissions/workflow', repository),
  );
  if (!settings.ok) return [settings.unseen(name)];
  if (settings.data.can_approve_pull_request_reviews) return [good(name, 'Workflows may open pull requests')];
  const remedy =
    'Settings → Actions → General → Workflow permissions: allow GitHub Actions to create and approve pull requests; or give the workflow an App (docs/app.md)';
  return [todo(name, 'Workflows may not open pull requests, so no posting can be proposed', remedy)];
}
