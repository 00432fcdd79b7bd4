import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where `user_config.json` lies. */
export function configPath(env: Environment, home: string = homedir()): string {
  const given = filled(env.AIM_USER_CONFIG);
  if (given === null) return join(home, '.aim', 'user_config.json');
  return given.startsWith('~/') ? join(home, given.slice(2)) : given;
}

/** The hub's address: the environment's, else that of the file; a fault is in words for a person. */
export function hubUrl(env: Environment, inFile: string | null): { url: string } | { fault: string } {
  const given = filled(env.AIM_SERVER_URL) ?? filled(inFile ?? undefined);
  if (given === null)
    return {
      fault:
        'the address of the hub is not set: set AIM_SERVER_URL to it, such as http://100.64.0.1:8422, or write it into user_config.json as "server_url". (--tools validator needs no hub.)',
    };
  const url = URL.parse(given.replace(/^(https?):\\\\/i, '$1://'));
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return { fault: `the address of the hub is no http address; it must be like http://100.64.0.1:8422` };
  if (url.username !== '' || url.password !== '')
    return { fault: 'the address of the hub holds a user name or password; the hub knows neither' };
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

/** A value that was really given: a bundle's host may leave the place of an empty one as it stands. */
function filled(value: string | undefined): string | null {
  const text = (value ?? '').trim();
  return text === '' || text.startsWith('${') ? null : text;
}
