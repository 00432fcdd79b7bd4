import { describe, expect, it } from 'vitest';
import { networkResolver, zoneResolver } from './dns.ts';

const ZONE = {
  TXT: {
    'S1._domainkey.Example.com.': [['v=DKIM1; ', 'p=x'], ['second']],
    'servfail.example': 'SERVFAIL',
    'timeout.example': 'timeout',
    'refused.example': 'REFUSED',
    'gone.example': 'NXDOMAIN',
    'nodata.example': 'NODATA',
    'empty.example': [],
  },
};

describe('zoneResolver', () => {
  it('answers whatever the case of a name and with or without its last dot (2.2)', async () => {
    const resolve = zoneResolver(ZONE);
    for (const name of ['s1._domainkey.example.com', 'S1._DOMAINKEY.EXAMPLE.COM.']) {
      expect(await resolve(name, 'TXT')).toEqual([['v=DKIM1; ', 'p=x'], ['second']]);
    }
    expect(await resolve('empty.example', 'TXT')).toEqual([]);
  });

  it.each([
    ['servfail.example', 'ESERVFAIL'],
    ['timeout.example', 'ETIMEOUT'],
    ['refused.example', 'EREFUSED'],
    ['gone.example', 'ENOTFOUND'],
    ['nodata.example', 'ENODATA'],
    ['other.example', 'ENOTFOUND'],
    ['__proto__', 'ENOTFOUND'],
    ['constructor', 'ENOTFOUND'],
  ])('repeats the failure of %s (2.2)', async (name, code) => {
    await expect(zoneResolver(ZONE)(name, 'TXT')).rejects.toMatchObject({ code });
  });

  it('knows no type that is not in the zone (2.2)', async () => {
    await expect(zoneResolver(ZONE)('s1._domainkey.example.com', 'MX')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
    await expect(zoneResolver({})('example.com', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each([
    [null, 'the zone is not an object'],
    ['TXT', 'the zone is not an object'],
    [[], 'the zone is not an object'],
    [{ TXT: [] }, '"TXT" is not an object'],
    [{ TXT: { 'a.example': 'BROKEN' } }, '"a.example" is "BROKEN"'],
    [{ TXT: { 'a.example': ['x'] } }, '"a.example" is not a list of lists of strings'],
    [{ TXT: { 'a.example': [[1]] } }, '"a.example" is not a list of lists of strings'],
    [{ TXT: { 'a.example': 1 } }, '"a.example" is not a list of lists of strings'],
  ])('says what form it expects instead of %j (2.2)', (zone, what) => {
    expect(() => zoneResolver(zone)).toThrow(`Cannot read the DNS zone: ${what}. It should be {"TXT": {`);
  });
});

describe('networkResolver', () => {
  it('asks for nothing but text records (2.2)', async () => {
    await expect(networkResolver()('example.com', 'A')).rejects.toMatchObject({ code: 'ENODATA' });
  });
});
