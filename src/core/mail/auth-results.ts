import { BOUNDS } from '../finding/bounds.ts';

/** One property of a result, such as `header.from=example.com`; type and name in lower case. */
type AuthProperty = { readonly type: string; readonly name: string; readonly value: string };

/** One result, such as `dmarc=pass`; method and result in lower case, `version` null where none is written. */
export type AuthResult = {
  readonly method: string;
  readonly version: string | null;
  readonly result: string;
  readonly reason: string | null;
  readonly properties: readonly AuthProperty[];
};

/** An Authentication-Results field: who says so, and what. */
export type AuthResults = {
  readonly authservId: string;
  readonly version: string | null;
  readonly results: readonly AuthResult[];
};

/**
 * The value of an Authentication-Results field read by RFC 8601, or null where it is not exactly of that form or is too
 * large. Comments count for nothing, wherever they stand. Specification section 2.2.
 */
export function parseAuthResults(value: string): AuthResults | null {
  if (value.length > BOUNDS.authResultsBytes) return null;
  const cursor = new Cursor(value);
  cursor.skip();
  const authservId = cursor.value();
  if (authservId === null || authservId === '') return null;
  cursor.skip();
  const version = cursor.digits() || null;
  cursor.skip();
  const results: AuthResult[] = [];
  while (cursor.take(';')) {
    cursor.skip();
    const method = cursor.keyword();
    cursor.skip();
    if (method === 'none' && results.length === 0 && cursor.atEnd) return { authservId, version, results };
    const result = readResult(cursor, method);
    if (result === null) return null;
    results.push(result);
  }
  return cursor.atEnd && results.length > 0 ? { authservId, version, results } : null;
}

function readResult(cursor: Cursor, method: string): AuthResult | null {
  if (method === '') return null;
  let version: string | null = null;
  if (cursor.take('/')) {
    cursor.skip();
    version = cursor.digits();
    cursor.skip();
    if (version === '') return null;
  }
  if (!cursor.take('=')) return null;
  cursor.skip();
  const result = cursor.keyword();
  if (result === '') return null;
  let reason: string | null = null;
  const properties: AuthProperty[] = [];
  while (cursor.skip() && !cursor.atEnd && !cursor.at(';')) {
    const type = cursor.keyword();
    cursor.skip();
    if (type === 'reason' && properties.length === 0 && reason === null && cursor.take('=')) {
      cursor.skip();
      reason = cursor.value();
      if (reason === null) return null;
      continue;
    }
    const property = readProperty(cursor, type);
    if (property === null) return null;
    properties.push(property);
  }
  return cursor.atEnd || cursor.at(';') ? { method, version, result, reason, properties } : null;
}

function readProperty(cursor: Cursor, type: string): AuthProperty | null {
  if (type === '' || !cursor.take('.')) return null;
  cursor.skip();
  const name = cursor.keyword();
  cursor.skip();
  if (name === '' || !cursor.take('=')) return null;
  cursor.skip();
  const value = cursor.propertyValue();
  return value === null ? null : { type, name, value };
}

/** A place in the value; every step moves it forward only, so the whole is read in one pass. */
class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  at(character: string): boolean {
    return this.#text[this.#at] === character;
  }

  take(character: string): boolean {
    if (!this.at(character)) return false;
    this.#at++;
    return true;
  }

  /** Passes over white space and comments; false where there were none. A comment that does not end stays in the way. */
  skip(): boolean {
    const start = this.#at;
    for (;;) {
      while (this.at(' ') || this.at('\t')) this.#at++;
      if (!this.at('(')) break;
      const end = this.#commentEnd();
      if (end === -1) break;
      this.#at = end;
    }
    return this.#at > start;
  }

  digits(): string {
    return this.#run(/\d/);
  }

  keyword(): string {
    return this.#run(/[\w-]/).toLowerCase();
  }

  /** A token or a quoted string (RFC 2045). */
  value(): string | null {
    return this.at('"') ? this.#quoted() : this.#run(/[^\s\p{Cc}()<>@,;:\\"/[\]?=]/u) || null;
  }

  /** A value, a domain or an address; real servers also write base64 and address literals here. */
  propertyValue(): string | null {
    const quoted = this.at('"') ? this.#quoted() : '';
    if (quoted === null) return null;
    const rest = quoted === '' || this.at('@') ? this.#run(/[^\s\p{Cc}();,\\"]/u) : '';
    return quoted + rest || null;
  }

  #run(allowed: RegExp): string {
    const start = this.#at;
    while (!this.atEnd && allowed.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #quoted(): string | null {
    const start = this.#at;
    let text = '';
    for (this.#at++; !this.atEnd; this.#at++) {
      if (this.take('"')) return text;
      if (this.at('\\')) this.#at++;
      text += this.#text[this.#at] ?? '';
    }
    this.#at = start;
    return null;
  }

  #commentEnd(): number {
    let depth = 0;
    for (let at = this.#at; at < this.#text.length; at++) {
      const character = this.#text[at];
      if (character === '\\') at++;
      else if (character === '(') depth++;
      else if (character === ')' && --depth === 0) return at + 1;
    }
    return -1;
  }
}
