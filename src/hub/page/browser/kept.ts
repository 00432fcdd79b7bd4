/**
 * What the page keeps in the browser, by name. Where the browser keeps nothing for this page, the values last until it is closed.
 * Each read looks anew, since another tab may have written.
 */
export class Kept {
  readonly #area: Storage | null;
  readonly #memory = new Map<string, string>();

  constructor(area: () => Storage) {
    this.#area = usable(area);
  }

  /** Whether what is written is there after the page was closed. */
  get lasting(): boolean {
    return this.#area !== null;
  }

  /** The value of a name; null where there is none, or none that can be read. */
  read(name: string): unknown {
    const text = this.#memory.get(name) ?? this.#area?.getItem(PREFIX + name) ?? null;
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** Keeps a value; null takes it away. */
  write(name: string, value: unknown): void {
    this.#memory.delete(name);
    const text = JSON.stringify(value);
    try {
      if (value === null) this.#area?.removeItem(PREFIX + name);
      else this.#area?.setItem(PREFIX + name, text);
      if (this.#area !== null) return;
    } catch {
      // The browser's room is used up: this page alone remembers
    }
    if (value !== null) this.#memory.set(name, text);
  }
}

/** The names of the public system's page, so that a browser that knew that page knows this one. */
const PREFIX = 'aim_ui_';

function usable(area: () => Storage): Storage | null {
  try {
    const storage = area();
    const probe = `${PREFIX}probe`;
    storage.setItem(probe, '1');
    storage.removeItem(probe);
    return storage;
  } catch {
    return null;
  }
}

/** The properties of something that was kept; none where it is no object. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Numbers by number, as JSON objects hold them. */
export function numbers(value: unknown): Map<number, number> {
  const pairs = Object.entries(fields(value)).map(([key, one]) => [Number(key), Number(one)] as const);
  return new Map(pairs.filter(([key, one]) => Number.isSafeInteger(key) && Number.isSafeInteger(one)));
}
