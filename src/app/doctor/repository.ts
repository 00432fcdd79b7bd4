import { MANIFEST_PATH, type Manifest } from '../../core/posting/manifest.ts';
import { type Check, type DoctorWorld, good, look, skipped, todo } from './check.ts';

/** The number that stands in examples until somebody puts a real one there. */
const EXAMPLE_ID = 1234;

/** Whether the numbers in the manifest are those of the owners: only the number counts, and a login may change hands. */
export async function examineOwners(world: DoctorWorld): Promise<readonly Check[]> {
  const { owners } = world.manifest;
  if (owners.length > 0) return Promise.all(owners.map(owner => examineOwner(world, owner)));
  const remedy = `Name an owner in ${MANIFEST_PATH}, with the numeric id of the account`;
  return [todo('owner', 'Nobody may approve or decline anything', remedy)];
}

async function examineOwner(
  { github }: DoctorWorld,
  { login, id }: Manifest['owners'][number],
): Promise<Check> {
  const name = 'owner';
  if (id === EXAMPLE_ID) {
    const account = await look(github.request('GET /users/{username}', { username: login }));
    const real = account.ok ? `${account.data.id}` : 'what https://api.github.com/users/LOGIN shows';
    const found = `The id of ${login} is still the example's, ${EXAMPLE_ID}`;
    return todo(name, found, `Put the real id into ${MANIFEST_PATH}: ${real}`);
  }
  const account = await look(github.request('GET /user/{account_id}', { account_id: id }));
  if (!account.ok && account.status !== 404) return account.unseen(name);
  const known = account.ok ? account.data : null;
  if (known === null)
    return todo(
      name,
      `There is no account ${id} (${login})`,
      `Put the id of the owner into ${MANIFEST_PATH}`,
    );
  if (known.type !== 'User')
    return todo(name, `The account ${id} is no person's`, `Put the id of a person into ${MANIFEST_PATH}`);
  if (known.login.toLowerCase() === login.toLowerCase()) return good(name, `${login} is the account ${id}`);
  const remedy = `If ${known.login} is the owner, change the login in ${MANIFEST_PATH}; if not, the id`;
  return todo(name, `The account ${id} is ${known.login} and not ${login}`, remedy);
}

/** Whether the public page is deployed by the release and served encrypted, under the address of the manifest. */
export async function examinePages({ github, repository, manifest }: DoctorWorld): Promise<readonly Check[]> {
  const name = 'pages';
  const { pages } = manifest.canonical;
  if (pages === undefined) return [skipped(name, 'The manifest names no public page')];
  const site = await look(github.request('GET /repos/{owner}/{repo}/pages', repository));
  const source = 'Settings → Pages → Build and deployment → Source: GitHub Actions';
  if (!site.ok)
    return [site.status === 404 ? todo(name, 'There is no public page', source) : site.unseen(name)];
  const { build_type, https_enforced, html_url } = site.data;
  const checks = [
    ...(build_type === 'workflow' ? [] : [todo(name, 'The page is not deployed by the release', source)]),
    ...(https_enforced === false
      ? [todo(name, 'The page is served unencrypted, too', 'Settings → Pages → Enforce HTTPS')]
      : []),
    ...(html_url && withSlash(html_url) !== pages
      ? [
          todo(
            name,
            `The page is at ${html_url} and not at ${pages}`,
            `Change canonical.pages in ${MANIFEST_PATH}`,
          ),
        ]
      : []),
  ];
  return checks.length > 0 ? checks : [good(name, `The release deploys ${pages}`)];
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
