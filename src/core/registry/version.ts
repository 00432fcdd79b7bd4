/** Orders two protocol versions by their numbers, so that `v1.10` is newer than `v1.9`; `v1` is `v1.0` (section 9.4). */
export function compareVersions(one: string, other: string): number {
  const [major, minor] = numbers(one);
  const [otherMajor, otherMinor] = numbers(other);
  return major - otherMajor || minor - otherMinor;
}

function numbers(version: string): readonly [number, number] {
  const [major = '0', minor = '0'] = version.replace(/^v/, '').split('.');
  return [Number(major), Number(minor)];
}
