/** What a duty's code is: the section of the specification that asks for it. */
type Entry = { readonly section: string };

/** The codes of what the monitor reminds of by itself: no message is behind them (specification section 10). */
export const DUTY_CODES = {
  expiry: { section: '10.5' },
  'runs-missed': { section: '10.5' },
  'ack-awaited': { section: '9.5' },
  'ack-overdue': { section: '9.5' },
  'version-moved': { section: '10.5' },
  'canonical-unreadable': { section: '9.1' },
} as const satisfies Record<string, Entry>;

export type DutyCode = keyof typeof DUTY_CODES;
