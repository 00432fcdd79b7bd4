import type { ResultJson } from '../../core/report/json.ts';
import { make } from './elements.ts';

type FindingJson = ResultJson['findings'][number];

/** A finding with its place, its sentence, its remedy and the page of its code. */
export function findingItem(finding: FindingJson, codes: string): HTMLElement {
  const { code, level, message, remedy } = finding;
  const place = placeOf(finding);
  return make(
    'li',
    { class: level },
    make(
      'p',
      { class: 'sentence' },
      make('strong', { class: 'level' }, level),
      ' ',
      ...(place === null ? [] : [place, ': ']),
      message,
      '.',
    ),
    ...(level === 'note' ? [] : [make('p', { class: 'remedy' }, `${remedy}.`)]),
    make('p', { class: 'code-link' }, make('a', { href: `${codes}${code}.html` }, make('code', {}, code))),
  );
}

/** A link to the line that a finding is about, or null where it is about none. */
function placeOf({ line, column }: FindingJson): HTMLElement | null {
  if (line === null) return null;
  const words = column === null ? `line ${line}` : `line ${line}, column ${column}`;
  return make(
    'a',
    { href: `#line-${line}`, 'data-line': String(line), 'data-column': String(column ?? 1) },
    words,
  );
}
