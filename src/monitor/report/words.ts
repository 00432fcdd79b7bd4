import type { FileDescription } from '../../core/report/monitor-json.ts';
import type { Report } from './report.ts';

/** What a media type is called. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'PDF document'],
  ['application/zip', 'zip archive'],
  ['application/rtf', 'rich text'],
  ['application/x-ole-storage', 'older Office document'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word document'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel workbook'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint slides'],
  ['application/epub+zip', 'EPUB book'],
  ['text/plain', 'text'],
]);

/** What a kept file is, in words: its type, size, and pages or dimensions where they are known (section 5.4). */
export function describedFile({ type, bytes, pages, width, height }: FileDescription): string {
  const kind = type === null ? 'data of an unknown kind' : (TYPES.get(type) ?? imageName(type) ?? type);
  const measure = [
    ...(pages === null ? [] : [`${pages} ${pages === 1 ? 'page' : 'pages'}`]),
    ...(width === null || height === null ? [] : [`${width} × ${height} pixels`]),
  ];
  return [kind, ...measure, sizeOf(bytes)].join(', ');
}

/** A number of bytes as people write it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The sum of a report, in one line. */
export function sumOf(report: Report): string {
  const { needing, sections, unshown } = report;
  const shown = sections.reduce((sum, one) => sum + one.items.length, 0);
  const unread = report.wires.filter(one => !one.ok).length;
  const none = unread === 0 ? 'Nothing needs you' : 'No message needs you';
  const parts = [
    needing === 0 ? none : `${needing} ${needing === 1 ? 'needs' : 'need'} you`,
    ...(unread > 0 ? [`${unread} ${unread === 1 ? 'wire' : 'wires'} could not be read`] : []),
    ...(shown > 0 ? [`${shown} ${shown === 1 ? 'message' : 'messages'} shown`] : []),
    ...(unshown.quiet > 0 ? [`${unshown.quiet} logged silently`] : []),
    ...(unshown.elsewhere > 0 ? [`${unshown.elsewhere} shown elsewhere, as the sender asked`] : []),
    ...(unshown.over > 0 ? [`${unshown.over} more in the files`] : []),
  ];
  return parts.join(', ');
}

/** A moment in a time zone, as people read it: `2026-11-30 09:30 (America/New_York)`. */
export function momentIn(timeZone: string, moment: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${format.format(moment)} (${timeZone})`;
}

function imageName(type: string): string | null {
  const image = /^image\/(\w+)$/.exec(type)?.[1];
  if (image === undefined) return null;
  return `${image === 'webp' ? 'WebP' : image.toUpperCase()} image`;
}
