import { readFile } from 'node:fs/promises';
import { readPrivateKey } from './private-key.ts';
import { SECRET_ADVICE, secretWeakness } from './secret.ts';

/** What a hosted App runs with, from its environment. */
export type Settings = {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly secret: string;
  readonly apiUrl: string;
  /** Where git fetches from. */
  readonly serverUrl: string;
  readonly host: string;
  readonly port: number;
  /** The folder that the mirrors are kept in. */
  readonly data: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment: the settings, or everything that is wrong with them, in words. */
export async function readSettings(env: Environment): Promise<Settings | { faults: readonly string[] }> {
  const faults: string[] = [];
  const { APP_ID = '', WEBHOOK_SECRET = '', PORT = '', HOST = '', AIMF_DATA = '' } = env;
  if (!/^[1-9]\d{0,9}$/.test(APP_ID))
    faults.push("APP_ID must be the App's number, which its settings on GitHub show");
  const key = await privateKeyFrom(env);
  if ('fault' in key) faults.push(key.fault);
  const weakness = secretWeakness(WEBHOOK_SECRET);
  if (weakness !== null) faults.push(`${weakness}. ${SECRET_ADVICE}`);
  if (!/^\d{0,5}$/.test(PORT) || Number(PORT) > 65_535) faults.push('PORT must be a number up to 65535');
  const urls = urlsFrom(env);
  if ('fault' in urls) faults.push(urls.fault);
  if (faults.length > 0 || 'fault' in key || 'fault' in urls) return { faults };
  return {
    appId: Number(APP_ID),
    privateKey: key.pem,
    secret: WEBHOOK_SECRET,
    ...urls,
    host: HOST || '127.0.0.1',
    port: PORT === '' ? 3000 : Number(PORT),
    data: AIMF_DATA || 'aimf-data',
  };
}

/** The private key from `PRIVATE_KEY`, else from the file that `PRIVATE_KEY_PATH` names. */
export async function privateKeyFrom(env: Environment): Promise<{ pem: string } | { fault: string }> {
  const { PRIVATE_KEY = '', PRIVATE_KEY_PATH = '' } = env;
  if (PRIVATE_KEY === '' && PRIVATE_KEY_PATH === '')
    return { fault: "Give the App's private key in PRIVATE_KEY, or its file in PRIVATE_KEY_PATH" };
  const text = PRIVATE_KEY || (await readFile(PRIVATE_KEY_PATH, 'utf8').catch(() => null));
  if (text === null) return { fault: 'The file that PRIVATE_KEY_PATH names cannot be read' };
  const pem = readPrivateKey(text);
  const where = PRIVATE_KEY === '' ? 'The file that PRIVATE_KEY_PATH names' : 'PRIVATE_KEY';
  return pem === null
    ? { fault: `${where} holds no RSA key in PEM, as GitHub gives it (also in base64, or with \\n)` }
    : { pem };
}

/** The address of the API and, since git has another, that of the server. */
export function urlsFrom({
  GITHUB_API_URL = '',
}: Environment): { apiUrl: string; serverUrl: string } | { fault: string } {
  const apiUrl = (GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, '');
  if (!URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol))
    return { fault: 'GITHUB_API_URL must be an address such as https://github.example.com/api/v3' };
  const serverUrl = apiUrl.replace(/^(https?:\/\/)api\./, '$1').replace(/\/api\/v3$/, '');
  return { apiUrl, serverUrl };
}
