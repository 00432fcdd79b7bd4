/** Why an address may not be asked: only HTTPS is, and a clear connection on this machine alone; null where it may. */
export function httpFault(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return 'It is no address of the web';
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return null;
  return 'It is no https address';
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

/** Why a request failed, in words; `fetch` hides the reason in the cause. */
export function requestError(error: unknown): string {
  if (!(error instanceof Error)) return 'It cannot be reached';
  if (error.name === 'TimeoutError') return 'It does not answer in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return `It cannot be reached (${error.message})`;
  const code = 'code' in cause ? String(cause.code) : '';
  const words = new Map([
    ['ECONNREFUSED', 'the connection was refused'],
    ['ENOTFOUND', 'there is no such host'],
    ['EAI_AGAIN', 'the name of the host cannot be looked up now'],
    ['ECONNRESET', 'the connection was broken off'],
  ]);
  return `It cannot be reached (${words.get(code) ?? cause.message})`;
}
