import type { ResultJson } from './json.ts';

/** The exit code of `aimf judge`: 0 all accepted, 1 something was not, 2 something could not be judged. */
export function exitCode(results: readonly ResultJson[]): 0 | 1 | 2 {
  // A secret that is not at hand is this side's missing configuration, not the sender's fault
  const unjudged = (one: ResultJson) =>
    one.verdict === null || one.findings.some(finding => finding.code === 'auth-secret-unset');
  if (results.some(unjudged)) return 2;
  return results.every(one => one.verdict === 'accepted') ? 0 : 1;
}
