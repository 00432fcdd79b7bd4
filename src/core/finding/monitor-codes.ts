/** What a wire tells a person beside its messages (specification section 10.1); `report/wire-wording.ts` has the sentences. */
export const NOTE_CODES = [
  'baseline',
  'renumbered',
  'link-ignored',
  'special-ignored',
  'still-changing',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

/** What the monitor reminds a person of (specification section 10.3). */
export const DUTY_CODES = [
  'expiry',
  'runs-missed',
  'ack-awaited',
  'ack-overdue',
  'version-moved',
  'canonical-unreadable',
] as const;
export type DutyCode = (typeof DUTY_CODES)[number];
