/**
 * The version of the public system's HTTP API that this hub speaks, and the `server_version` of every answer: its
 * clients compare the two and warn about any difference.
 */
export const WIRE_VERSION = '0.15.0';
