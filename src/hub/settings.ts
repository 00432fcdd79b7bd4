import { bindFault } from './bind.ts';

/** What the environment says about one hub. */
export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly databasePath: string;
  /** A PostgreSQL database instead of the file; null is the file. */
  readonly databaseUrl: string | null;
  /** Messages older than so many days are deleted; null keeps everything. */
  readonly retentionDays: number | null;
  /** The operator's key; null disables editing. */
  readonly operatorKey: string | null;
  /** Further names that the hub is reached by. */
  readonly allowedHosts: readonly string[];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; everything that is wrong with them is said at once, in words for a person. */
export function readSettings(env: Environment): { settings: Settings } | { faults: string[] } {
  const value = (name: string) => (env[name] ?? '').trim();
  const faults: string[] = [];
  const held = <T>(read: T | Fault): T | null => {
    if (!(read instanceof Fault)) return read;
    faults.push(read.message);
    return null;
  };
  const host = value('AIM_HOST');
  const fault = bindFault(host, env.AIM_ALLOW_LOOPBACK === '1');
  if (fault !== null) faults.push(fault);
  const settings = {
    host,
    port: held(portOf(value('AIM_PORT'))) ?? 0,
    databasePath: value('AIM_DB_PATH') || './data/aim.db',
    databaseUrl: held(urlOf(value('AIM_DATABASE_URL'))),
    retentionDays: held(daysOf(value('AIM_RETENTION_DAYS'))),
    operatorKey: held(keyOf(value('AIM_OPERATOR_KEY'))),
    allowedHosts: held(hostsOf(value('AIM_ALLOWED_HOSTS'))) ?? [],
  };
  return faults.length > 0 ? { faults } : { settings };
}

class Fault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

function portOf(text: string): number | Fault {
  if (text === '') return 8422;
  const port = Number(text);
  const good = /^\d{1,5}$/.test(text) && port >= 1 && port <= 65535;
  return good ? port : new Fault(`AIM_PORT is "${text}"; it must be a number from 1 to 65535.`);
}

function urlOf(text: string): string | null | Fault {
  if (text === '') return null;
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  // The value may hold a password, so it is not repeated
  return new Fault(
    'AIM_DATABASE_URL must be a URL such as postgres://user:password@host/database, with what is special in the password percent-encoded; without it the hub keeps a file (AIM_DB_PATH).',
  );
}

function daysOf(text: string): number | null | Fault {
  if (!/^\d{0,6}$/.test(text))
    return new Fault(
      `AIM_RETENTION_DAYS is "${text}"; it must be a whole number of days up to 999999, and 0 keeps everything.`,
    );
  const days = Number(text);
  return days === 0 ? null : days;
}

function hostsOf(text: string): string[] | Fault {
  const names = text.split(',').map(name => name.trim());
  const given = names.filter(name => name !== '');
  const wrong = given.find(name => !/^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/.test(name));
  if (wrong === undefined) return given;
  return new Fault(
    `AIM_ALLOWED_HOSTS has "${wrong}", which is no host name; it must be names such as hub.example, with commas between.`,
  );
}

function keyOf(text: string): string | null | Fault {
  if (text === '') return null;
  if ([...text].length >= 12) return text;
  return new Fault('AIM_OPERATOR_KEY is too short: it must have at least 12 characters, or be unset.');
}
