import { type Logger, pino } from 'pino';

/** A log of JSON lines; whatever goes into it, no secret comes out. */
export type Log = Logger;

/** Tokens as GitHub forms them, and the signed ones that an App shows. */
const TOKEN = /\b(?:gh[a-z]_\w+|github_pat_\w+|eyJ[\w-]+\.[\w-]+\.[\w-]+)/g;

/**
 * A log that gives each line to `write`. Of an error only its message is told, and of an event only its name and id: payloads
 * hold what strangers wrote, and requests hold tokens.
 */
export function lineLog(write: (line: string) => void, secrets: readonly string[]): Log {
  const hidden = secrets.filter(secret => secret.length >= 4);
  const hide = (line: string) =>
    hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line).replaceAll(TOKEN, '[secret]');
  const errorWords = (error: unknown) => ({ message: error instanceof Error ? error.message : 'unknown' });
  return pino(
    {
      base: null,
      level: 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      serializers: { err: errorWords, error: errorWords },
    },
    { write: line => write(hide(line)) },
  );
}
