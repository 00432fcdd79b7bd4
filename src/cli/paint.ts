import pc from 'picocolors';
import { type Paint, PLAIN } from '../core/report/paint.ts';

/** The colours of a report on a terminal, or none. */
export function paintFor(color: boolean): Paint {
  if (!color) return PLAIN;
  const colors = pc.createColors(true);
  return { good: colors.green, bad: colors.red, wait: colors.yellow, dim: colors.dim, strong: colors.bold };
}
