import { describe, expect, it } from 'vitest';
import { BASE, COMPLETE, decide, edit, placesOf } from './small-repository.test-support.ts';

/** Made of pieces, so that no scanner takes this file for a leak. */
const secret = (...parts: string[]) => parts.join('');

describe('what must not stand on a public surface', () => {
  it.each<[string, string]>([
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['a GitHub token', secret('ghp_', 'a1'.repeat(20))],
    ['a fine-grained GitHub token', secret('github_pat_', 'a1'.repeat(30))],
    ['an AWS key', secret('AKIA', 'ABCDEFGH12345678')],
    ['an API key', secret('sk-', 'a1'.repeat(20))],
    ['a Slack token', secret('xoxb-', '1234567890-abc')],
    ['a Google key', secret('AIza', 'a'.repeat(35))],
    ['a password in an address', 'imaps://andrew:hunter2@mail.example.com'],
    ['an auth line', 'auth: 3f5a9c0e'],
    ['an auth line in a list', '- auth: "blue kettle"'],
    ['an auth line in JSON', '  "auth": "blue-kettle",'],
    ['a secret by its name', 'secret: 0123456789abcdef'],
    ['a password in YAML', 'password: "correct-horse-battery"'],
    ['an API key by its name', 'api_key = 0123456789abcdef'],
  ])('%s is named with its file and line (6.2)', (_, line) => {
    expect(placesOf(decide(edit(COMPLETE, 'spec/SPEC.md', text => `${text}\n${line}\n`)))).toContain(
      'secret-public spec/SPEC.md:9',
    );
    expect(placesOf(decide(edit(COMPLETE, 'registry/capabilities/x.txt', `a\n${line}\n`)))).toContain(
      'secret-public registry/capabilities/x.txt:2',
    );
  });

  it.each([
    'auth: none',
    'auth: secret',
    'auth: "hmac"',
    '"auth": "none",',
    'The field `auth: x` holds it.',
    'auth:',
    'auth: <your secret>',
    'secret: short',
    'https://example.com/a:b@c',
  ])('%j is none (6.2)', line => {
    expect(placesOf(decide(edit(COMPLETE, 'spec/SPEC.md', text => `${text}\n${line}\n`)))).toEqual([]);
  });

  it.each([
    ['andrew@home.net', false],
    ['andrew@example.com', true],
    ['andrew@mail.example.org', true],
    ['andrew@muse.example', true],
    ['andrew@example.com.home.net', false],
    ['andrew@notexample.com', false],
    ['andrew@EXAMPLE.NET', true],
    ['<a href="mailto:a.b+c@home.co.uk">', false],
  ])('the address %s may stand there: %s (8.2)', (address, isFine) => {
    for (const path of [
      'spec/SPEC.md',
      'site/index.html',
      'registry/README.md',
      'test-vectors/notes.txt',
      'registry/proposals/3.yml',
    ]) {
      const found = placesOf(decide(edit(COMPLETE, path, text => `${text}${address}\n`)), 'address-public');
      expect([path, found.length]).toEqual([path, isFine ? 0 : 1]);
    }
  });

  it('the messages of the vectors are evidence and may hold anything (8.2)', () => {
    const head = edit(COMPLETE, 'test-vectors/messages/b.md', 'from: a@home.net\nauth: blue-kettle\n');
    expect(placesOf(decide(head))).toEqual([]);
  });

  it('what was public before does not stop another change, what comes anew does (8.2)', () => {
    const leaked = edit(BASE, 'spec/SPEC.md', text => `${text}\n<!-- a@home.net -->\n`);
    expect(decide(edit(leaked, 'src/a.ts', 'x'), leaked)).toMatchObject({ verdict: 'none', findings: [] });
    expect(decide(leaked).verdict).toBe('partial');
    const more = edit(leaked, 'spec/SPEC.md', text => `${text}<!-- b@home.net -->\n`);
    expect(placesOf(decide(more, leaked))).toEqual(['address-public spec/SPEC.md:10']);
  });
});
