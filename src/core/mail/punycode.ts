const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const HIGHEST = 0x10ffff;

/** What stands behind `xn--` in a label, decoded (RFC 3492), or null where it is no Punycode. Specification section 2.2. */
export function decodePunycode(encoded: string): string | null {
  const hyphen = encoded.lastIndexOf('-');
  const points =
    hyphen < 1 ? [] : [...encoded.slice(0, hyphen)].map(character => character.codePointAt(0) ?? 0);
  let point = 128;
  let bias = 72;
  let index = 0;
  let first = true;
  for (let at = hyphen < 1 ? 0 : hyphen + 1; at < encoded.length; ) {
    const start = index;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(encoded[at++]);
      if (digit === -1) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > Number.MAX_SAFE_INTEGER / BASE) return null;
    }
    const size = points.length + 1;
    bias = adapt(index - start, size, first);
    first = false;
    point += Math.floor(index / size);
    if (point > HIGHEST) return null;
    index %= size;
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function adapt(delta: number, size: number, first: boolean): number {
  let rest = first ? Math.floor(delta / 700) : Math.floor(delta / 2);
  rest += Math.floor(rest / size);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + 38));
}

function digitOf(character: string | undefined): number {
  if (character === undefined) return -1;
  const code = character.charCodeAt(0);
  if (code >= 48 && code <= 57) return code - 22;
  const letter = code | 32;
  return letter >= 97 && letter <= 122 ? letter - 97 : -1;
}
