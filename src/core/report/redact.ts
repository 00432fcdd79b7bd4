import type { Finding } from '../finding/finding.ts';
import type { ResultJson } from './json.ts';

/**
 * A result with every shared secret in the texts that came from outside replaced: a sender may repeat the code word where it
 * does not belong, and no output may carry it (specification section 6.2). The closed words of the form (verdicts, codes) stay.
 * Secrets of fewer than four characters are left: replacing those would garble the report and hide nothing.
 */
export function redact(result: ResultJson, secrets: readonly string[]): ResultJson {
  const hide = hider(secrets);
  if (hide === null) return result;
  const hideOrNull = (text: string | null) => (text === null ? null : hide(text));
  const { envelope, fields } = result;
  return {
    ...result,
    // In a drop folder the sender names the file
    file: hide(result.file),
    findings: result.findings.map(one => ({
      ...one,
      message: hide(one.message),
      remedy: hide(one.remedy),
      field: hideOrNull(one.field),
    })),
    envelope: envelope === null ? null : hideValues(envelope, hide),
    fields: fields === null ? null : hideFields(fields, hide),
    body: hideOrNull(result.body),
    attachments: result.attachments.map(file => ({ ...file, name: hideOrNull(file.name) })),
  };
}

/** A finding with the secrets in its values replaced, before its sentence cuts them (specification section 6.2). */
export function redactFinding(finding: Finding, secrets: readonly string[]): Finding {
  const hide = hider(secrets);
  if (hide === null) return finding;
  const args = Object.entries(finding.args).map(([name, value]) => [
    name,
    typeof value === 'string' ? hide(value) : value,
  ]);
  return { ...finding, args: Object.fromEntries(args) };
}

/** A text of another's with the secrets in it replaced: a server may repeat the password that it refuses. */
export function redactText(text: string, secrets: readonly string[]): string {
  return hider(secrets)?.(text) ?? text;
}

function hider(secrets: readonly string[]): ((text: string) => string) | null {
  const words = secrets.filter(secret => secret.length >= 4);
  if (words.length === 0) return null;
  return text => words.reduce((shown, word) => shown.replaceAll(word, '(hidden)'), text);
}

function hideValues(envelope: Record<string, string>, hide: (text: string) => string) {
  return Object.fromEntries(Object.entries(envelope).map(([name, value]) => [name, hide(value)]));
}

/** The names too: those of an unknown type's block are the sender's own words. */
function hideFields(fields: NonNullable<ResultJson['fields']>, hide: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      hide(name),
      typeof value === 'string' ? hide(value) : value.map(hide),
    ]),
  );
}
