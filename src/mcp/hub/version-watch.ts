/** The oldest hub that has all that this client asks for. */
const MINIMUM = '0.8.0';

/** Compares what the hub says of its version with what this client was written for, over the life of the process. */
export class VersionWatch {
  readonly #expected: string;
  #seen: string | null = null;

  constructor(expected: string) {
    this.#expected = expected;
  }

  /** What to say beside an answer of a hub of this version; null where the two fit. */
  warning(version: string | null): string | null {
    const before = this.#seen;
    if (version !== null) this.#seen = version;
    if (version === null)
      return `The hub does not say its version: it predates version checks (this client was written for ${this.#expected}). Update the server.`;
    if (before !== null && before !== version)
      return `changed mid-session: the hub was ${before} and is ${version} now (this client was written for ${this.#expected}). What was true of it before may not hold any more.`;
    const order = compareVersions(version, this.#expected);
    if (order === 0) return null;
    if (order > 0)
      return `The hub is ${version}, newer than the ${this.#expected} that this client was written for. Update this client.`;
    const lacking = compareVersions(version, MINIMUM) < 0 ? ' Some tools will not work with it.' : '';
    return `The hub is ${version}, older than the ${this.#expected} that this client was written for.${lacking} Update the server.`;
  }
}

function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number);
  const [a, b] = [parts(one), parts(other)];
  for (let at = 0; at < 3; at++) {
    const difference = (a[at] || 0) - (b[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
