import { BlockList, isIP, isIPv6 } from 'node:net';

// By family, since an IPv4 address that is written as an IPv6 one would get no client past the check of its Host
const TAILNET = { ipv4: new BlockList(), ipv6: new BlockList() };
TAILNET.ipv4.addSubnet('100.64.0.0', 10, 'ipv4');
TAILNET.ipv6.addSubnet('fd7a:115c:a1e0::', 48, 'ipv6');

const LOOPBACK = { ipv4: new BlockList(), ipv6: new BlockList() };
LOOPBACK.ipv4.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.ipv6.addAddress('::1', 'ipv6');

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Why an address may not be bound, in words for a person; null where it may. The network is the hub's perimeter, so
 * only an address of the tailnet is bound, and loopback where that was asked for.
 */
export function bindFault(host: string, allowLoopback: boolean): string | null {
  const advice = 'Set AIM_HOST to the Tailscale address of this machine ("tailscale ip -4" shows it)';
  if (host === '') return `AIM_HOST is not set. ${advice}.`;
  // A zone ("fe80::1%eth0") or a name could lead anywhere: only a literal address is checked
  const family = host.includes('%') ? 0 : isIP(host);
  if (family === 0)
    return `AIM_HOST is "${host}", which is no literal IP address; a name could lead anywhere. ${advice}.`;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (TAILNET[kind].check(host, kind)) return null;
  if (LOOPBACK[kind].check(host, kind))
    return allowLoopback
      ? null
      : `AIM_HOST is ${host}, a loopback address. That is for development and tests only: set AIM_ALLOW_LOOPBACK=1 if you mean it. ${advice}.`;
  return `AIM_HOST is ${host}, which is outside the tailnet (100.64.0.0/10 and fd7a:115c:a1e0::/48). The hub trusts everybody who can reach it, so it must be reachable from the tailnet only. ${advice}.`;
}

/** An address as it stands in a URL. */
export function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * Says whether a request came by a name that is this hub's: against DNS rebinding, by which a web page elsewhere makes
 * a browser send requests to an address inside the tailnet.
 */
export class HostRule {
  readonly #known: ReadonlySet<string>;

  /** `allowed` are further names, with or without a port. */
  constructor(host: string, allowed: readonly string[]) {
    this.#known = new Set([urlHost(host), ...LOOPBACK_NAMES, ...allowed].map(nameOf));
  }

  /** Whether a Host header, or the host of an Origin, is one of this hub's names. */
  admits(host: string | undefined): boolean {
    if (host === undefined) return false;
    const name = nameOf(host);
    return this.#known.has(name) || /^(?:[a-z0-9-]+\.)+ts\.net$/.test(name);
  }

  /** Whether an Origin header, where there is one, is of a page that this hub served. */
  admitsOrigin(origin: string | undefined): boolean {
    if (origin === undefined) return true;
    const url = URL.parse(origin);
    return url !== null && /^https?:$/.test(url.protocol) && this.admits(url.host);
  }
}

/** The name of a host without its port, in lower case and without the root's dot. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
}
