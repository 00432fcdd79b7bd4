import type { Vector } from './vectors-page.ts';

/** Room for one large input at a time: the machine takes longer to give new memory than a gate takes to refuse it. */
let spare: Uint8Array = new Uint8Array(0);

function room(size: number): Uint8Array {
  if (spare.length < size) spare = new Uint8Array(size);
  return spare.subarray(0, size);
}

/**
 * A message with its marker filled in, for inputs that are too large to publish (specification section 7.3). The bytes hold
 * until the next message is filled.
 */
export function filledMessage(bytes: Uint8Array, { fill }: Pick<Vector, 'fill'>): Uint8Array {
  if (fill === undefined) return bytes;
  const source = new TextDecoder('latin1').decode(bytes);
  const at = source.indexOf(fill.marker);
  if (at === -1) return bytes;
  const unit = new TextEncoder().encode(fill.with);
  const whole = room(bytes.length - fill.marker.length + unit.length * fill.times);
  whole.set(bytes.subarray(0, at));
  whole.set(unit, at);
  let done = unit.length;
  const total = unit.length * fill.times;
  while (done < total) {
    whole.copyWithin(at + done, at, at + Math.min(done, total - done));
    done += Math.min(done, total - done);
  }
  whole.set(bytes.subarray(at + fill.marker.length), at + total);
  return whole;
}
