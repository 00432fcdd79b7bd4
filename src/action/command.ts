import { quotable } from '../core/report/sentence.ts';
import type { Annotation } from './annotation.ts';

/** The world as a command of the Action sees it: passed in, so that only `main.ts` touches the process. */
export type ActionWorld = {
  /** An input of `action.yml`, trimmed; empty where it is not given. */
  readonly input: (name: string) => string;
  readonly eventName: string;
  /** The text of the event's file, or null where it cannot be read. */
  readonly eventText: string | null;
  /** The checkout. */
  readonly folder: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly apiUrl: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Writes a line of our own words to the log at once. */
  readonly say: (line: string) => void;
};

/** What a command gives back; nothing of it has been written yet. */
export type ActionResult = {
  readonly exit: 0 | 1 | 2;
  /** The report for the log, for a person. */
  readonly log: string;
  readonly annotations: readonly Annotation[];
  /** The job summary: Markdown with every stranger's text escaped. */
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
};

export type Command = (world: ActionWorld) => Promise<ActionResult>;

/** Why the Action could not do its work, in words for a person; it ends with exit code 2 and no stack trace. */
export class ActionError extends Error {}

/** An input that says yes or no. Throws where it says neither. */
export function isOn(world: ActionWorld, name: string): boolean {
  const value = world.input(name).toLowerCase();
  if (value === 'true') return true;
  if (value === 'false' || value === '') return false;
  throw new ActionError(`The input "${name}" is "${quotable(value)}"; it must be true or false`);
}
