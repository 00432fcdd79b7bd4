/** The version of this software, as `package.json` has it: what the server says of itself and what the bundle is called. */
export const VERSION = '1.0.0';

/** The version of the hub's HTTP API that this client was written for. */
export const EXPECTED_HUB = '0.15.0';
