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

/** A name server on loopback that says of every name that it does not exist, save for the name servers of `com` where told. */
async function nameServer(knowsCom: boolean): Promise<{ address: string; close: () => void }> {
  const { createSocket } = await import('node:dgram');
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const isNs = query.readUInt16BE(query.indexOf(0, 12) + 1) === 2;
    const known = knowsCom && isNs;
    const reply = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5));
    reply.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    reply.writeUInt16BE(known ? 1 : 0, 6);
    reply.writeUInt32BE(0, 8);
    const server = [1, 97, 0];
    const record = [0xc0, 12, 0, 2, 0, 1, 0, 0, 0, 60, 0, server.length, ...server];
    socket.send(known ? Buffer.concat([reply, Buffer.from(record)]) : reply, from.port, from.address);
  });
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

describe('networkResolver', () => {
  it('asks for nothing but text records (2.2)', async () => {
    await expect(networkResolver()('example.com', 'A')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it.each([
    ['a network that is cut off and denies every name', false, 'ESERVFAIL'],
    ['a network that knows com', true, 'ENOTFOUND'],
  ])('gives a missing key in %s as %s, %s (2.2)', async (_, knowsCom, code) => {
    const server = await nameServer(knowsCom);
    try {
      const resolver = networkResolver([server.address]);
      await expect(resolver('s1._domainkey.example.com', 'TXT')).rejects.toMatchObject({ code });
    } finally {
      server.close();
    }
  });
});
