import * as z from 'zod/mini';

/** A text whose length is counted in characters as people count them in code: an emoji is one, not two. */
export function text(least: number, most: number, description?: string) {
  const fits = (value: string) => {
    const length = [...value].length;
    return length >= least && length <= most;
  };
  return z
    .string()
    .check(
      z.refine(fits, `must have ${least} to ${most} characters`),
      z.meta({ minLength: least, maxLength: most, ...described(description) }),
    );
}

/** A whole number, of any size that JSON carries exactly. */
export function whole(description?: string) {
  return z.int().check(z.meta(described(description)));
}

/** A whole number within bounds, with the value that it has where it is not given. */
export function bounded(least: number, most: number, otherwise: number) {
  return z._default(z.int().check(z.gte(least), z.lte(most)), otherwise);
}

/** A switch, off or on where it is not given. */
export function flag(otherwise: boolean, description?: string) {
  return z._default(z.boolean().check(z.meta(described(description))), otherwise);
}

/** A share between 0 and 1. */
export function share(description?: string) {
  return z.number().check(z.gte(0), z.lte(1), z.meta(described(description)));
}

export function described(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
