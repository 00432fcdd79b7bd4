import { field, type GitHubApi, items, text } from './github-api.ts';

/** The identity under which a workflow writes: only its issues count as ours, whatever marker others copy. */
const BOT = { login: 'github-actions[bot]', type: 'Bot' };

/** The announcements that ask for an acknowledgement: none where only agreements changed. */
export function askingIn(summary: unknown): readonly unknown[] {
  return items(summary, 'announcements').filter(one => field(one, 'ack') === true);
}

/** There is one issue for each version, found by its marker, and only where the workflow itself wrote it. */
export async function hasTrackingIssue(api: GitHubApi, version: string): Promise<boolean> {
  const issues = await api.list('issues?state=all');
  return issues.some(issue => {
    const [user, body] = [field(issue, 'user'), field(issue, 'body')];
    const isOurs = field(user, 'login') === BOT.login && field(user, 'type') === BOT.type;
    const isIssue = field(issue, 'pull_request') === undefined && typeof body === 'string';
    return isOurs && isIssue && body.split(/\r?\n/)[0] === marker(version);
  });
}

function marker(version: string): string {
  return `<!-- aimf:acknowledgements ${version} -->`;
}

/** The text of the issue, of typed parts only: nothing that a person wrote freely comes into it. */
export function trackingBody(version: string, summary: unknown, repository: string): string {
  const effective = text(summary, 'effective');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(effective)) throw new Error('"effective" is no date');
  const rows = askingIn(summary).map(one => {
    const [party, agreement] = [text(one, 'party'), text(one, 'agreement')];
    for (const label of [party, agreement]) {
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(label)) throw new Error('An announcement names no label');
    }
    return `- [ ] \`${party}\` (\`${agreement}\`)`;
  });
  const release = `https://github.com/${repository}/releases/tag/${version}`;
  const lines = [
    marker(version),
    `AIMF ${version} takes effect on ${effective}. Its documents: ${release}`,
    '',
    'These agreements are active, and each counterparty acknowledges the version in its own name:',
    '',
    ...rows,
  ];
  return `${lines.join('\n')}\n`;
}
