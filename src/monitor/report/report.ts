import type { MonitorResult, WireJson } from '../../core/report/monitor-json.ts';
import type { ReportEntry, ToldDuty } from '../../store/store.ts';
import { ITEM_KINDS, type ItemKind, kindOf, needsPerson, type Surface, surfacesOf } from './item.ts';
import { doneWith, type Step, type StepContext, stepsFor } from './steps.ts';
import { momentIn } from './words.ts';

/** One result as the owner is shown it. */
export type Item = {
  readonly kind: ItemKind;
  readonly needsPerson: boolean;
  readonly result: MonitorResult;
  /** What was done with the message, in a sentence. */
  readonly done: string;
  /** When it arrived, in the owner's time zone: by this it is found in the mailbox. */
  readonly arrived: string;
  readonly steps: readonly Step[];
};

/** The items of one kind. */
export type Section = { readonly kind: ItemKind; readonly title: string; readonly items: readonly Item[] };

/** What one report says, as a value. */
export type Report = {
  /** The run's moment, in ms since the epoch. */
  readonly at: number;
  readonly sections: readonly Section[];
  readonly duties: readonly ToldDuty[];
  /** The wires that failed or have something to say; empty where the report is not made by the run itself. */
  readonly wires: readonly WireJson[];
  /** How many of the items and duties need a person. */
  readonly needing: number;
  /** Results that are not shown: logged silently, surfacing elsewhere, or over the number that a report shows. */
  readonly unshown: { readonly quiet: number; readonly elsewhere: number; readonly over: number };
  readonly keys: readonly string[];
};

/** What decides how a report is made. */
export type ReportOptions = StepContext & {
  readonly timeZone: string;
  readonly at: number;
  readonly wires: readonly WireJson[];
  /** Whether a result surfaces here; `everywhere` shows each, as the terminal and the files do. */
  readonly surface: readonly Surface[] | 'everywhere';
  /** Results that are shown before the rest is only counted: a first scan can bring thousands. */
  readonly limit: number;
};

/** What each kind is called above its items. */
const TITLES: Readonly<Record<ItemKind, string>> = {
  work: 'Work for your assistant',
  question: 'Questions to you',
  proposal: 'Proposals: do you agree?',
  announcement: 'A version is announced',
  refusal: 'Cannot implement a version',
  access: 'Requests for access',
  attempt: 'Attempts that a gate stopped',
  unread: 'Could not be read',
  status: 'How things stand',
  file: 'Files',
  note: 'Notes',
  ack: 'Acknowledgements',
  held: 'Held',
  closed: 'Under an agreement that is over',
  duplicate: 'Duplicates',
  quiet: 'Logged silently',
};

/** A report of entries as the store gives them, one by one, so that a long scan costs no memory (section 10.2). */
export function reportOf(entries: Iterable<ReportEntry>, options: ReportOptions): Report {
  const items: Item[] = [];
  const duties: ToldDuty[] = [];
  const keys: string[] = [];
  const unshown = { quiet: 0, elsewhere: 0, over: 0 };
  let needing = 0;
  for (const entry of entries) {
    keys.push(entry.key);
    if (entry.kind === 'duty') {
      duties.push(entry.duty);
      needing++;
      continue;
    }
    const kind = kindOf(entry.result);
    const isNeeded = needsPerson(entry.result);
    if (isNeeded) needing++;
    if (kind === 'quiet' && !isNeeded) unshown.quiet++;
    else if (!surfacesHere(entry.result, options.surface)) unshown.elsewhere++;
    else if (items.length >= options.limit) unshown.over++;
    else items.push(itemOf(entry.result, kind, isNeeded, options));
  }
  const wires = options.wires.filter(one => !one.ok || one.notes.length > 0);
  return { at: options.at, sections: sectionsOf(items), duties, wires, needing, unshown, keys };
}

/** Whether a report says nothing that a person would want to read now. */
export function isEmpty({ sections, duties, wires, unshown }: Report): boolean {
  return sections.length === 0 && duties.length === 0 && wires.length === 0 && unshown.over === 0;
}

function surfacesHere(result: MonitorResult, surface: ReportOptions['surface']): boolean {
  return surface === 'everywhere' || surfacesOf(result).some(one => surface.includes(one));
}

function itemOf(result: MonitorResult, kind: ItemKind, isNeeded: boolean, options: ReportOptions): Item {
  const steps = stepsFor(result, kind, options);
  const arrived = momentIn(options.timeZone, Date.parse(result.arrived));
  return { kind, needsPerson: isNeeded, result, done: doneWith(result, kind), arrived, steps };
}

function sectionsOf(items: readonly Item[]): readonly Section[] {
  return ITEM_KINDS.flatMap(kind => {
    const own = items.filter(one => one.kind === kind);
    return own.length === 0 ? [] : [{ kind, title: TITLES[kind], items: own }];
  });
}
