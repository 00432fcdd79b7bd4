import { describe, expect, it } from 'vitest';
import { addressesIn, checkRegistry } from './check.ts';
import { readRegistry } from './registry.ts';

const GOOD = `agreement: AGR-1
version: 2
status: active
parties: [andrew, dana]
purpose: Share notes
level: 1
allowed_types: [NOTE]
transport: email
update_watch: {andrew: monitor, dana: "scheduled pull, daily"}
expires: 2027-09-30
limits: "10 files / 25 MB per message; 5 messages/day"
history:
  - {version: 1, date: 2026-10-26, change: first agreement}
  - {version: 2, date: 2026-11-02, change: a longer expiry}
`;

const faultsOf = (text: string, path = 'agreements/AGR-1.yml') => {
  const files = [{ path, text }];
  return checkRegistry(readRegistry(files), files).map(one => one.fault);
};

describe('checkRegistry', () => {
  it('has nothing to say about a good agreement (8.2)', () => {
    expect(faultsOf(GOOD)).toEqual([]);
  });

  it.each([
    ['a file named after another agreement (8.2)', GOOD, 'agreements/AGR-2.yml', 'says it is AGR-1'],
    ['a party twice (8.2)', GOOD.replace('[andrew, dana]', '[andrew, dana, dana]'), undefined, 'parties'],
    [
      'a version without its line (8.2)',
      GOOD.replace('version: 2\nstatus', 'version: 3\nstatus'),
      undefined,
      'history',
    ],
    ['a version that is left out (8.2)', GOOD.replace('{version: 1,', '{version: 0,'), undefined, 'history'],
    ['no history (8.2)', GOOD.slice(0, GOOD.indexOf('history')), undefined, 'history'],
    ['REQUEST at level 1 (8.4)', GOOD.replace('[NOTE]', '[NOTE, REQUEST]'), undefined, 'level'],
    ['an action at level 1 (8.4)', `${GOOD}allowed_actions: [summarize]\n`, undefined, 'level'],
    [
      'an action without REQUEST (8.4)',
      `${GOOD.replace('level: 1', 'level: 2')}allowed_actions: [summarize]\n`,
      undefined,
      'allowed_types',
    ],
    ['a limit that cannot be read (8.5)', GOOD.replace('5 messages/day', 'a few a day'), undefined, 'limits'],
    ['a party that does not watch (9.5)', GOOD.replace('andrew: monitor, ', ''), undefined, 'update_watch'],
  ])('tells of %s', (_, text, path, fault) => {
    const faults = faultsOf(text, path);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]).toContain(fault);
  });

  it('asks nobody to watch for updates of an agreement that is not active (9.5)', () => {
    const silent = GOOD.replace(/update_watch.*\n/, '');
    expect(faultsOf(silent)).toHaveLength(2);
    expect(faultsOf(silent.replace('status: active', 'status: revoked'))).toEqual([]);
  });

  it('tells of an address on a public file, a comment of it included (8.2)', () => {
    expect(faultsOf(`${GOOD}# ask dana@bands.test\n`).join()).toContain('dana@bands.test');
    expect(faultsOf(`${GOOD}# ask dana@example.org\n`)).toEqual([]);
  });
});

describe('addressesIn', () => {
  it('finds each address but those of the example domains (8.2)', () => {
    const text = 'a@example.com, b@mail.example, <c@bands.test> and mailto:d.e+f@x.co.uk.';
    expect(addressesIn(text)).toEqual(['c@bands.test', 'd.e+f@x.co.uk']);
  });

  it('takes linear time on a hostile text (8.2)', () => {
    const host = 'b.'.repeat(128 * 1024);
    const found = ['a'.repeat(256 * 1024), 'a@'.repeat(128 * 1024), `a@${host}`].map(addressesIn);
    expect(found.map(all => all.length)).toEqual([0, 0, 1]);
  });
});
