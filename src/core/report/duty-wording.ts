import type { Args } from '../finding/finding.ts';
import type { DutyCode } from '../finding/monitor-codes.ts';
import { fillIn } from './sentence.ts';
import type { Wording } from './wording.ts';

/** The sentences of the monitor's duties: the only place where they are written. */
export const DUTY_WORDING = {
  expiry: {
    sentence:
      'Agreement {agreement} with {parties} ends with {expires}[, in {days} day(s)][; it is over since {since} day(s)]',
    remedy:
      'Decide whether it is renewed: a new end is proposed and approved like any other change; without one the path closes',
  },
  'runs-missed': {
    sentence: '{count} runs were missed between {from} and {to}: nobody watched the inbox then',
    remedy:
      'Look why it did not run (the machine slept, the timer was off); what came in between is reported now',
  },
  'ack-awaited': {
    sentence:
      '{version} is not yet acknowledged by {parties} under {agreement}; it takes effect on {effective}',
    remedy: 'Nothing to do yet: it is overdue after {due}',
  },
  'ack-overdue': {
    sentence:
      'The acknowledgement of {version} (effective {effective}) by {parties} under {agreement} is overdue since {due}',
    remedy: 'Ask them, or pause the agreement until contact is there again: {command}',
  },
  'version-moved': {
    sentence:
      'The canonical documents are at {version}[, effective {effective}]; the record here says {recorded}',
    remedy: 'Read what changed at {location}, and bring the record here up to date',
  },
  'canonical-unreadable': {
    sentence: 'The canonical documents at {location} cannot be read: {reason}',
    remedy: 'Look at the address yourself; a version that was posted meanwhile is not seen here',
  },
} as const satisfies Record<DutyCode, Wording>;

/** A duty's sentence, its values escaped and cut (specification section 10.5). */
export function dutySentence(code: DutyCode, args: Args): string {
  return fillIn(DUTY_WORDING[code].sentence, args);
}

/** What to do about a duty (specification section 10.5). */
export function dutyRemedy(code: DutyCode, args: Args): string {
  return fillIn(DUTY_WORDING[code].remedy, args);
}
