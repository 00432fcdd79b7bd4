import { DATE } from '../message/envelope.ts';
import type { Protocol } from '../registry/protocol.ts';

/** The version of a posting with its dates (`YYYY-MM-DD`), as every surface carries it (specification section 9.2). */
export type Stamp = { readonly version: string; readonly posted: string; readonly effective: string };

/** The form in which a surface says its version: on a line of its own, exactly once. */
const STAMP_LINE = /^Version: (\S+) \(posted (\S+), effective (\S+)\)$/;

/** A protocol version as a posting may carry it. */
export const POSTED_VERSION: RegExp = /^v(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/;

/** The line that carries a stamp. */
export function stampLine(stamp: Stamp): string {
  return `Version: ${stamp.version} (posted ${stamp.posted}, effective ${stamp.effective})`;
}

/** Whether a line means to carry a stamp, well formed or not. */
export function isStampLine(line: string): boolean {
  return /^\s*(?:Version\s*:|version\s*:\s*v?\d+\.\d)/.test(line);
}

/** The stamp on a line, or null where the line is not exactly of the form. */
export function readStampLine(line: string): Stamp | null {
  const [, version = '', posted = '', effective = ''] = STAMP_LINE.exec(line.trim()) ?? [];
  return POSTED_VERSION.test(version) && DATE.test(posted) && DATE.test(effective)
    ? { version, posted, effective }
    : null;
}

/** A surface's content without its stamp: two that differ in nothing else say the same. */
export function withoutStamp(content: string): string {
  return content.replaceAll(/Version: \S+ \(posted \S+, effective \S+\)/g, '');
}

/** The stamp of the newest posting: one that changed only agreements is effective on the day it was posted (section 9.4). */
export function stampOf(protocol: Protocol): Stamp {
  const { version, posted, normative, effective } = protocol;
  return { version, posted, effective: version === normative ? effective : posted };
}
