import * as z from 'zod/mini';
import { type Watermark, WireError } from './wire.ts';

/** The mark that a wire wrote as a watermark, which is the mark's JSON. It throws a `WireError` where the state holds something else. */
export function readMark<Schema extends z.ZodMiniType>(schema: Schema, text: Watermark): z.output<Schema> {
  try {
    return z.parse(schema, JSON.parse(text));
  } catch (error) {
    throw new WireError(
      'Its watermark in the state cannot be read: set the state aside with aimf monitor reset',
      { cause: error },
    );
  }
}
