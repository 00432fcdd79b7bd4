import { DATE, ID, LABEL, PROTOCOL_VERSION } from '../message/envelope.ts';

/** The terms of an agreement that a proposal may ask to change (specification section 9.8). */
export const TERMS = [
  'expires',
  'limits',
  'allowed_types',
  'allowed_actions',
  'purpose',
  'transport',
  'other',
] as const;
export type Term = (typeof TERMS)[number];

/** One field of an issue form: its id, the heading that GitHub writes above its answer, and what an answer may be. */
export type FormField = {
  readonly id: string;
  readonly label: string;
  readonly kind: 'line' | 'text' | 'choice';
  readonly help: string;
  readonly example?: string;
  readonly options?: readonly string[];
  /** The form of a line, and how it is told. */
  readonly form?: RegExp;
  readonly expected?: string;
};

/** An issue form: what it is called, what it is for, and its fields in their order. */
export type Form = {
  readonly name: string;
  readonly description: string;
  readonly title: string;
  readonly intro: string;
  readonly fields: readonly FormField[];
};

const PUBLIC = 'This page is public: write labels, never an address or a secret.';

const agreement: FormField = {
  id: 'agreement',
  label: 'Agreement',
  kind: 'line',
  help: 'Its id, as the registry lists it.',
  example: 'AGR-2026-10-26-001',
  form: ID,
  expected: 'an agreement id such as AGR-2026-10-26-001',
};
const version: FormField = {
  id: 'version',
  label: 'Version',
  kind: 'line',
  help: 'The protocol version that the announcement names.',
  example: 'v1.10',
  form: PROTOCOL_VERSION,
  expected: 'a version such as v1.10',
};

/**
 * The issue forms by their file's name: the one table that the reader of issues and the forms themselves are made from, so that
 * the two cannot differ (specification section 9.8).
 */
export const FORMS = {
  proposal: {
    name: 'Propose a change',
    description: 'Ask for a change of your agreement. A person decides.',
    title: 'Proposal: ',
    intro: `One change of one agreement. You get one answer here that says what happens next. ${PUBLIC}`,
    fields: [
      agreement,
      {
        id: 'term',
        label: 'What to change',
        kind: 'choice',
        help: 'One term. Choose "other" for anything that a person has to read first.',
        options: TERMS,
      },
      {
        id: 'value',
        label: 'To what',
        kind: 'line',
        help: 'The new value: a date, a limits text, a whole list, or words such as "add extract-dates".',
        example: '2027-06-30',
      },
      { id: 'reason', label: 'Why', kind: 'text', help: 'A sentence or two.' },
    ],
  },
  'access-request': {
    name: 'Ask for access',
    description: 'You want to write to the owner and have no agreement yet.',
    title: 'Access request: ',
    intro: `The owner decides. If the answer is yes, you get an agreement of level 1. ${PUBLIC}`,
    fields: [
      {
        id: 'party',
        label: 'Your label',
        kind: 'line',
        help: 'A short name in small letters, under which the registry will list you.',
        example: 'dana',
        form: LABEL,
        expected: 'up to 39 small letters, digits, hyphens and underscores',
      },
      {
        id: 'acts_for',
        label: 'Who you act for',
        kind: 'line',
        help: 'The person or the group behind you.',
        example: 'Dana, who looks after the community garden',
      },
      {
        id: 'purpose',
        label: 'Purpose',
        kind: 'line',
        help: 'What the exchange is for, in one sentence.',
        example: 'Share planting plans, photos and notes',
      },
      {
        id: 'update_watch',
        label: 'How you will watch for updates',
        kind: 'line',
        help: 'A monitor, or a scheduled pull and how often.',
        example: 'scheduled pull, every 30 minutes',
      },
    ],
  },
  acknowledgement: {
    name: 'Acknowledge a version',
    description: 'Say that an announced protocol version has arrived on your side.',
    title: 'Acknowledgement: ',
    intro: `It counts only from the account that the agreement names. ${PUBLIC}`,
    fields: [
      agreement,
      version,
      {
        id: 'effective',
        label: 'Effective date',
        kind: 'line',
        help: 'The date from which the version holds, as the announcement says.',
        example: '2026-12-07',
        form: DATE,
        expected: 'a date such as 2026-12-07',
      },
    ],
  },
  'cannot-implement': {
    name: 'Cannot implement a version',
    description: 'Say that your side cannot follow an announced change. This pauses your agreement.',
    title: 'Cannot implement: ',
    intro: `Your messages are then held, and shown to the owner, until the humans have found a way. ${PUBLIC}`,
    fields: [
      agreement,
      version,
      {
        id: 'reason',
        label: 'What cannot be implemented',
        kind: 'text',
        help: 'Which part of the change, and why.',
      },
    ],
  },
} as const satisfies Record<string, Form>;
export type FormName = keyof typeof FORMS;
