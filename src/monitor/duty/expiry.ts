import type { Agreement } from '../../core/agreement/agreement.ts';
import type { ToldDuty } from '../../store/store.ts';
import { dayAfter, daysBetween, duty } from './duty.ts';

/** Days before the end at which the owner is reminded (specification section 10.5). */
const WEEK = 7;
const DAY = 1;

/**
 * The reminder that stands for each agreement on a day of the owner's calendar: the first from a week before its end, the second from the
 * day before. A reminder that was missed while the monitor was down still stands afterwards, also over the end itself if the agreement
 * ran at the last run (`lastDay`; null before the first one). Specification section 10.5.
 */
export function expiryDuties(
  agreements: readonly Agreement[],
  today: string,
  lastDay: string | null,
): readonly ToldDuty[] {
  return agreements
    .filter(one => one.status !== 'revoked')
    .filter(({ expires }) => today <= expires || (lastDay !== null && lastDay <= expires))
    .flatMap(agreement => {
      const { expires } = agreement;
      if (today < dayAfter(expires, -WEEK)) return [];
      return [reminder(agreement, today, today < dayAfter(expires, -DAY) ? WEEK : DAY)];
    });
}

function reminder({ agreement, expires, parties }: Agreement, today: string, mark: number): ToldDuty {
  const left = daysBetween(today, expires);
  const args = {
    agreement,
    parties: parties.join(' and '),
    expires,
    days: left > 0 ? left : '',
    since: left < 0 ? -left : '',
  };
  return duty('expiry', args, [agreement, expires, String(mark)], expires);
}
