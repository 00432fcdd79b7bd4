import { joinExtended } from './extended-parameter.ts';

/**
 * A structured field (`text/plain; charset=utf-8`). `parameters` has each plain parameter, `extended` each one that was
 * written in the RFC 2231 way, `literal` the values that read otherwise where a backslash is taken as itself, and
 * `problem` the first thing that is not as it should be.
 */
export type ParameterField = {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly extended: ReadonlyMap<string, string>;
  readonly literal: ReadonlyMap<string, string>;
  readonly problem: string | null;
};

type Reading = { text: string; at: number; problem: string | null };

/**
 * `text` read as a value with parameters (RFC 2045 and RFC 2231), names and value in lower case, the first of a repeated
 * parameter kept. Never fails: `problem` says in plain words what is malformed. Specification section 2.3.
 */
export function readParameters(text: string): ParameterField {
  const reading: Reading = { text, at: 0, problem: null };
  skipBlanks(reading);
  const value = readToken(reading).toLowerCase();
  skipBlanks(reading);
  if (reading.at < text.length && text[reading.at] !== ';') note(reading, 'something after the value');
  const raw = new Map<string, string>();
  const literal = new Map<string, string>();
  for (toSemicolon(reading); reading.at < text.length; toSemicolon(reading)) {
    reading.at++;
    skipBlanks(reading);
    if (reading.at >= text.length || text[reading.at] === ';') continue;
    readOne(reading, raw, literal);
  }
  const joined = joinExtended(raw);
  for (const name of joined.extended.keys()) {
    // Only a file's name has both forms in honest mail, and every reading of it is checked
    if (raw.has(name) && !name.endsWith('name')) note(reading, `the parameter ${name} twice`);
  }
  return {
    value,
    parameters: raw,
    extended: joined.extended,
    literal,
    problem: reading.problem ?? joined.problem,
  };
}

/** The value of one parameter, the RFC 2231 form before the plain one. Specification section 2.3. */
export function parameterOf(field: ParameterField, name: string): string | undefined {
  return field.extended.get(name) ?? field.parameters.get(name);
}

function readOne(reading: Reading, raw: Map<string, string>, literal: Map<string, string>): void {
  const { text } = reading;
  const start = reading.at;
  while (reading.at < text.length && !'=; \t('.includes(text[reading.at] ?? '')) reading.at++;
  const name = text.slice(start, reading.at).toLowerCase();
  skipBlanks(reading);
  if (name === '' || text[reading.at] !== '=') {
    note(reading, 'a parameter without a value');
    return;
  }
  reading.at++;
  skipBlanks(reading);
  const valueStart = reading.at;
  const quoted = text[valueStart] === '"';
  const value = quoted ? readQuoted(reading) : { plain: readToken(reading), literal: null };
  let { plain } = value;
  skipBlanks(reading);
  if (reading.at < text.length && text[reading.at] !== ';') {
    note(reading, `something after the value of ${name}`);
    toSemicolon(reading);
    if (!quoted) plain = text.slice(valueStart, reading.at).trimEnd();
  }
  if (raw.has(name)) note(reading, `the parameter ${name} twice`);
  else {
    raw.set(name, plain);
    if (value.literal !== null) literal.set(name, value.literal);
  }
}

// A bracket inside a token is part of it (Invoice(1).pdf); a comment comes after white space
function readToken(reading: Reading): string {
  const { text } = reading;
  const start = reading.at;
  while (reading.at < text.length && !'; \t'.includes(text[reading.at] ?? '')) reading.at++;
  return text.slice(start, reading.at);
}

function readQuoted(reading: Reading): { plain: string; literal: string | null } {
  const { text } = reading;
  const pieces: string[] = [];
  let differs = false;
  const start = reading.at + 1;
  let from = start;
  for (reading.at = start; reading.at < text.length; reading.at++) {
    const character = text[reading.at];
    if (character === '"') break;
    if (character !== '\\') continue;
    pieces.push(text.slice(from, reading.at));
    from = ++reading.at;
    differs ||= text[from] !== '"' && text[from] !== '\\';
  }
  if (reading.at >= text.length) note(reading, 'a quote that does not end');
  pieces.push(text.slice(from, reading.at));
  const literal = differs ? text.slice(start, reading.at) : null;
  reading.at = Math.min(reading.at + 1, text.length);
  return { plain: pieces.join(''), literal };
}

function toSemicolon(reading: Reading): void {
  const next = reading.text.indexOf(';', reading.at);
  reading.at = next === -1 ? reading.text.length : next;
}

function skipBlanks(reading: Reading): void {
  const { text } = reading;
  let depth = 0;
  for (; reading.at < text.length; reading.at++) {
    const character = text[reading.at];
    if (character === '(') depth++;
    else if (depth === 0 && character !== ' ' && character !== '\t') return;
    else if (character === ')') depth--;
    else if (depth > 0 && character === '\\') reading.at++;
  }
  if (depth > 0) note(reading, 'a comment that does not end');
}

function note(reading: Reading, problem: string): void {
  reading.problem ??= problem;
}
