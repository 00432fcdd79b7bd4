import { SECRET_ADVICE, secretWeakness } from '../secret.ts';
import { WEBHOOK_PATH } from '../webhook-server.ts';
import { type Check, type DoctorWorld, good, look, skipped, todo } from './check.ts';

const WHERE = 'the settings of the App on GitHub → General → Webhook';

/** Whether what GitHub sends is signed with a strong secret, goes where it should, and arrives. */
export async function examineWebhook(world: DoctorWorld): Promise<readonly Check[]> {
  return [strength(world.secret), ...(await address(world))];
}

function strength(secret: string | null): Check {
  const name = 'webhook-secret';
  if (secret === null) return skipped(name, 'WEBHOOK_SECRET is not in this environment');
  const weakness = secretWeakness(secret);
  return weakness === null ? good(name, 'The webhook secret is strong') : todo(name, weakness, SECRET_ADVICE);
}

async function address({ app }: DoctorWorld): Promise<readonly Check[]> {
  const name = 'webhook';
  if (app === null) return [];
  const config = await look(app.request('GET /app/hook/config'));
  if (!config.ok) return [config.unseen(name)];
  const { url, secret, insecure_ssl, content_type } = config.data;
  if (!url) return [skipped(name, 'The App has no webhook: workflows do its work')];
  const checks = [
    ...(url.startsWith('https://')
      ? []
      : [todo(name, 'The webhook is not encrypted', `Give an https address in ${WHERE}`)]),
    ...(URL.parse(url)?.pathname === WEBHOOK_PATH
      ? []
      : [todo(name, `The webhook goes to ${url}`, `It must end in ${WEBHOOK_PATH}: change it in ${WHERE}`)]),
    ...(String(insecure_ssl ?? '0') === '0'
      ? []
      : [todo(name, 'Certificates are not verified', `Enable SSL verification in ${WHERE}`)]),
    ...(secret ? [] : [todo(name, 'The webhook is not signed', SECRET_ADVICE)]),
    ...(content_type === 'json'
      ? []
      : [todo(name, 'The webhook sends a form', `Choose application/json in ${WHERE}`)]),
  ];
  return [...(checks.length === 0 ? [good(name, `Events go to ${url}`)] : checks), await arrival(app)];
}

async function arrival(app: NonNullable<DoctorWorld['app']>): Promise<Check> {
  const name = 'webhook-deliveries';
  const deliveries = await look(app.request('GET /app/hook/deliveries', { per_page: 1 }));
  if (!deliveries.ok) return deliveries.unseen(name);
  const [last] = deliveries.data;
  if (last === undefined) return skipped(name, 'Nothing was sent yet');
  if (last.status_code >= 200 && last.status_code < 300) return good(name, 'The last event arrived');
  const remedy = `Look whether "aimf app" runs and is reached, then send it again from ${WHERE}: Recent Deliveries`;
  return todo(name, `The last event did not arrive: ${last.status} (${last.status_code})`, remedy);
}
