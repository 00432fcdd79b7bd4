/** How a report is painted; a plain one paints nothing. */
export type Paint = Readonly<Record<'good' | 'bad' | 'wait' | 'dim' | 'strong', (text: string) => string>>;

const same = (text: string) => text;
/** No colours: for files, pipes and terminals that want none. */
export const PLAIN: Paint = { good: same, bad: same, wait: same, dim: same, strong: same };
