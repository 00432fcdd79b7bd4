import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readMark } from './watermark.ts';
import { WireError } from './wire.ts';

const SCHEMA = z.strictObject({ uid: z.int() });

it('gives back what a wire wrote', () => {
  expect(readMark(SCHEMA, JSON.stringify({ uid: 7 }))).toEqual({ uid: 7 });
});

it.each(['', '{', '{"uid":"7"}', '{"uid":7,"more":1}', 'null'])(
  'says of %j that it is none, and what to do (10.2)',
  text => {
    expect(() => readMark(SCHEMA, text)).toThrow(WireError);
    expect(() => readMark(SCHEMA, text)).toThrow('aimf monitor reset');
  },
);
