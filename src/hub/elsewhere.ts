type Known = { readonly pattern: RegExp; readonly methods: string[] };

/** What a request that met no route may have meant: the same path without its last slash, or with another method. */
export class Elsewhere {
  readonly #known = new Map<string, Known>();

  add(method: string, path: string): void {
    const known = this.#known.get(path) ?? { pattern: patternOf(path), methods: [] };
    known.methods.push(method);
    this.#known.set(path, known);
  }

  /** Where to go instead, and which methods the path has; null where there is nothing. */
  find(url: string): { redirect: string | null; allow: string | null } {
    const [path = '', ...search] = url.split('?');
    const here = this.#methodsOf(path);
    if (here.length > 0) return { redirect: null, allow: [...new Set(here)].join(', ') };
    const shorter = path.replace(/\/+$/, '');
    const there = shorter === path || shorter === '' ? [] : this.#methodsOf(shorter);
    const redirect = there.length === 0 ? null : [shorter, ...search].join('?');
    return { redirect, allow: null };
  }

  #methodsOf(path: string): string[] {
    return [...this.#known.values()].filter(one => one.pattern.test(path)).flatMap(one => one.methods);
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
}
