/** Looks one kind of DNS record up. It rejects with an Error whose `code` is that of Node's DNS (`ENOTFOUND`, `ESERVFAIL`). */
export type Resolver = (name: string, type: string) => Promise<string[][]>;

/** Milliseconds for one try; a mail waits for at most two of them. */
const TIMEOUT = 3000;
const TRIES = 2;

/** A failure that a zone names instead of an answer, by the code that Node's DNS gives for it. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ['SERVFAIL', 'ESERVFAIL'],
  ['TIMEOUT', 'ETIMEOUT'],
  ['REFUSED', 'EREFUSED'],
  ['NXDOMAIN', 'ENOTFOUND'],
  ['NODATA', 'ENODATA'],
]);

/** A domain that exists for as long as the DNS does. */
const ALWAYS_THERE = 'com';

/**
 * A resolver that asks the machine's name servers (or those given, as `address:port`), loaded when it is first used. A network
 * that is cut off may say of every name that it does not exist: that is believed only where a name that must exist is known.
 * Specification section 2.2.
 */
export function networkResolver(servers?: readonly string[]): Resolver {
  let ready: Promise<Resolver> | undefined;
  const load = async (): Promise<Resolver> => {
    const { Resolver: NodeResolver } = await import('node:dns/promises');
    const resolver = new NodeResolver({ timeout: TIMEOUT, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    let reachable: Promise<boolean> | undefined;
    const isReachable = () => {
      reachable ??= resolver.resolveNs(ALWAYS_THERE).then(
        () => true,
        () => false,
      );
      return reachable;
    };
    return async (name, type) => {
      if (type !== 'TXT') throw dnsError('ENODATA', name);
      try {
        return await resolver.resolveTxt(name);
      } catch (error) {
        const code = codeOf(error);
        // A name that cannot exist will not exist later either
        if (code === 'EBADNAME') throw dnsError('ENOTFOUND', name);
        const isDenied = code === 'ENOTFOUND' || code === 'ENODATA';
        throw isDenied && !(await isReachable()) ? dnsError('ESERVFAIL', name) : error;
      }
    };
  };
  return async (name, type) => {
    ready ??= load();
    return (await ready)(name, type);
  };
}

/**
 * A resolver that answers from a zone and never asks the network: `{"TXT": {"s1._domainkey.example.com": [["v=DKIM1; …"]]}}`,
 * or instead of the records the failure to repeat (`"SERVFAIL"`, `"TIMEOUT"`). A name that is not in it does not exist.
 * Throws where the zone is not of that form. Specification section 2.2.
 */
export function zoneResolver(zone: unknown): Resolver {
  const types = new Map<string, ReadonlyMap<string, string[][] | string>>();
  for (const [type, names] of entriesOf(zone, 'the zone')) {
    const records = new Map<string, string[][] | string>();
    for (const [name, value] of entriesOf(names, `"${type}"`))
      records.set(canonical(name), answerOf(value, name));
    types.set(type.toUpperCase(), records);
  }
  return async (name, type) => {
    const answer = types.get(type.toUpperCase())?.get(canonical(name));
    if (answer === undefined) throw dnsError('ENOTFOUND', name);
    if (typeof answer === 'string') throw dnsError(answer, name);
    return answer;
  };
}

function entriesOf(value: unknown, what: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`${what} is not an object`);
  return Object.entries(value);
}

function answerOf(value: unknown, name: string): string[][] | string {
  if (typeof value === 'string') {
    const code = FAILURES.get(value.toUpperCase());
    if (code === undefined) throw malformed(`"${name}" is "${value}"`);
    return code;
  }
  const isRecord = (record: unknown) =>
    Array.isArray(record) && record.every(chunk => typeof chunk === 'string');
  if (!Array.isArray(value) || !value.every(isRecord))
    throw malformed(`"${name}" is not a list of lists of strings`);
  return value;
}

function malformed(what: string): Error {
  const failures = [...FAILURES.keys()].map(name => `"${name}"`).join(', ');
  return new Error(
    `Cannot read the DNS zone: ${what}. It should be {"TXT": {"name.example.com": [["the text", "of one record"]]}}, ` +
      `where one of ${failures} may stand instead of the records`,
  );
}

function canonical(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

function dnsError(code: string, name: string): Error {
  return Object.assign(new Error(`queryTxt ${code} ${name}`), { code });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
