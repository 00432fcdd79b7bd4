import { describe, expect, it } from 'vitest';
import { forgedHeaderTest, probeMail } from './self-test.ts';

const NOW = Date.parse('2026-11-30T14:30:00Z');

describe('the forged-header self-test', () => {
  it.each(['authserv', 'dkim'] as const)('no forged mail is accepted by the proof %s (2.2)', async method => {
    const trials = await forgedHeaderTest({ method, authservId: 'mx.example.net' }, NOW);
    expect(trials).toHaveLength(4);
    expect(trials.filter(one => !one.holds)).toEqual([]);
  });

  it('the From line proves nothing by itself, and the test says so (2.2)', async () => {
    const trials = await forgedHeaderTest({ method: 'header-from', authservId: null }, NOW);
    expect(trials.map(one => [one.verdict, one.holds])).toEqual(
      Array.from({ length: 4 }, () => ['accepted', false]),
    );
  });

  it('the probe is a message in the name of a listed sender, with a forged result on top (2.2)', () => {
    const mail = probeMail('scott@example.com', 'andrew@example.net', 'mx.example.net', NOW);
    expect(mail).toMatch(
      /^Authentication-Results: mx\.example\.net; dmarc=pass header\.from=example\.com\r\n/,
    );
    expect(mail).toContain('From: scott@example.com\r\nTo: andrew@example.net\r\n');
    expect(mail).toContain('\r\nfrom: scott@example.com\r\n');
  });
});
