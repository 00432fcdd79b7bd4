import { describe, expect, it } from 'vitest';
import { decodeWords } from './encoded-word.ts';

describe('decodeWords', () => {
  it.each([
    ['NOTE', 'NOTE'],
    ['=?utf-8?B?Tk9URQ==?=', 'NOTE'],
    ['=?UTF-8?q?FILE=5FDROP?=', 'FILE_DROP'],
    ['=?utf-8?Q?FILE=5FDROP_x?=', 'FILE_DROP x'],
    ['Re: =?utf-8?Q?NOTE?=', 'Re: NOTE'],
    ['=?utf-8?Q?NO?= \t =?utf-8?Q?TE?=', 'NOTE'],
    ['=?utf-8?Q?NO?= x =?utf-8?Q?TE?=', 'NO x TE'],
    ['=?iso-8859-1?Q?caf=E9?=', 'café'],
    ['=?us-ascii*en?Q?NOTE?=', 'NOTE'],
    ['=?utf-8?B?w6k=?= =?iso-8859-1?Q?=E9?=', 'éé'],
    // A character cut in two between words
    ['=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=', 'café'],
  ])('decodes %s (2.3)', (sent, text) => {
    expect(decodeWords(sent)).toMatchObject({ text, undecodable: false });
  });

  it.each([
    '=?x-no-such?Q?NOTE?=',
    '=?utf-7?Q?NOTE?=',
    '=?utf-8?Q?caf=E9?=',
    '=?us-ascii?Q?caf=C3=A9?=',
    '=?utf-8?Q?a=ZZ?=',
    '=?utf-8?Q?a=?=',
    '=?utf-8?B?Tk9UR?=',
    '=?utf-8?B?Tk9@RQ==?=',
  ])('leaves %s as it was sent and says so (2.3)', sent => {
    expect(decodeWords(sent)).toMatchObject({ text: sent, undecodable: true });
  });

  it.each([
    '=?utf-8?Q?two words?=',
    '=?utf-8?X?NOTE?=',
    '=?utf-8?Q?NOTE',
    'a=?utf-8?Q?NOTE?=',
    '=??Q?NOTE?=',
  ])('does not take %s for an encoded word (2.3)', sent => {
    expect(decodeWords(sent)).toEqual({ text: sent, undecodable: false, whole: false });
  });
});
