import fc from 'fast-check';
import { expect } from 'vitest';
import { OPERATOR_KEY, type Person, type TestHub } from './hub.test-support.ts';
import { ROUTES } from './route/table.ts';

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, 1, -1, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, Number.MIN_VALUE),
);
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '\ud800',
    '\udfff\ud800',
    '\0',
    '',
    ' ',
    '%',
    '_',
    "'; DROP TABLE messages; --",
    '0001-01-01T00:00:00+23:59',
  ),
  fc.string({ maxLength: 5000, minLength: 4990 }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constant('SELF') },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: word },
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Anything that may stand under the names that a route knows, and under some that it does not. */
const request = fc.constantFrom(...ROUTES).chain(route => {
  const fields = [...Object.keys(route.body?.def.shape ?? {}), 'participant_id', '__proto__', 'other'];
  const parameters = [...Object.keys(route.query.def.shape)];
  return fc.record({
    route: fc.constant(route),
    path: fc.oneof(fc.constantFrom('1', '0', '-1', '9'.repeat(30), '%00', 'x'), word),
    body: fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 8, noNullPrototype: true }),
    query:
      parameters.length === 0
        ? fc.constant({})
        : fc.dictionary(fc.constantFrom(...parameters), fc.oneof(word, number.map(String)), { maxKeys: 4 }),
  });
});

/** Sends anything to every route, so many times; whatever it is, the hub answers it and has no fault to log. */
export async function sendAnything(hub: TestHub, nova: Person, numRuns: number): Promise<void> {
  const own = (one: unknown) => (one === 'SELF' ? nova.id : one);
  await fc.assert(
    fc.asyncProperty(request, async ({ route, path, body, query }) => {
      const filled = Object.fromEntries(Object.entries(body).map(([name, one]) => [name, own(one)]));
      const segment = encodeURIComponent(path.toWellFormed()) || '1';
      const search = new URLSearchParams(query as Record<string, string>).toString();
      const url = `${route.path.replaceAll(/:\w+/g, segment)}${search === '' ? '' : `?${search}`}`;
      const sent = route.method === 'GET' ? {} : { body: filled };
      const answer = await hub.call(route.method, url, {
        ...sent,
        token: nova.token,
        operator: OPERATOR_KEY,
      });
      expect(answer.status, `${route.method} ${url}: ${answer.text}`).toBeLessThan(500);
    }),
    { numRuns },
  );
  expect(hub.log).toEqual([]);
  expect((await hub.call('GET', '/health')).status).toBe(200);
}
