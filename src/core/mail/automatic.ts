import { BOUNDS } from '../finding/bounds.ts';
import { type HeaderField, valuesOf } from './header.ts';
import { readParameters } from './parameter.ts';

/**
 * In plain words why a mail is automatic (a bounce, an auto-reply), or null where nothing says so: an Auto-Submitted
 * other than "no", an empty Return-Path, or a multipart/report. Specification section 2.3.
 */
export function automaticReason(fields: readonly HeaderField[]): string | null {
  for (const value of valuesOf(fields, 'auto-submitted')) {
    const said = readParameters(value).value;
    if (said !== '' && said !== 'no') return `Auto-Submitted: ${said.slice(0, BOUNDS.quoted)}`;
  }
  if (valuesOf(fields, 'return-path').some(value => value.replaceAll(' ', '') === '<>'))
    return 'an empty Return-Path';
  const [type = ''] = valuesOf(fields, 'content-type');
  return readParameters(type).value === 'multipart/report' ? 'a multipart/report' : null;
}
