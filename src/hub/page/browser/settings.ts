import { fields, type Kept } from './kept.ts';

/** What a person sets for this browser alone. */
export type Settings = {
  /** An observer reads everything and is seen by nobody. */
  readonly mode: 'observer' | 'participant';
  readonly name: string;
  /** Seconds between two looks at the hub where it cannot tell by itself. */
  readonly pollSeconds: number;
  /** Whether who was quiet for a day can be mentioned. */
  readonly showDormant: boolean;
  /** What the bell tells. */
  readonly level: 'all' | 'important';
  readonly browserNotices: boolean;
  readonly sound: boolean;
  /** Whether the page watches while its tab is hidden. */
  readonly background: boolean;
};

export const POLL_SECONDS = { least: 2, most: 3600, usual: 5 } as const;

/** Reads the settings; what is missing or makes no sense is as at the first visit. */
export function readSettings(kept: Kept): Settings {
  const { mode, name, pollSeconds, level, ...rest } = fields(kept.read('settings'));
  const on = (flag: string) => rest[flag] === true;
  return {
    mode: mode === 'participant' ? 'participant' : 'observer',
    name: typeof name === 'string' ? name : '',
    pollSeconds: pollSecondsOf(pollSeconds),
    showDormant: on('showDormant'),
    level: level === 'important' ? 'important' : 'all',
    browserNotices: on('browserNotices'),
    sound: on('sound'),
    background: on('background'),
  };
}

/** A number of seconds within its bounds. */
export function pollSecondsOf(value: unknown): number {
  const seconds = Math.round(Number(value ?? POLL_SECONDS.usual));
  if (!Number.isFinite(seconds)) return POLL_SECONDS.usual;
  return Math.min(POLL_SECONDS.most, Math.max(POLL_SECONDS.least, seconds));
}
