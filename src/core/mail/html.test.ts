import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlLines } from './html.ts';

describe('htmlLines', () => {
  it.each([
    ['<p>a<br>b</p><div>c</div>d', ['a', 'b', 'c', 'd']],
    ['<ul><li>a<li>b</ul><h1>c</h1>', ['a', 'b', 'c']],
    ['<table><tr><td>format:</td><td>AIMF/1</td></tr><tr><td>id:<td>1</table>', ['format: AIMF/1', 'id: 1']],
    ['<div>a</div><div><br></div><div>b</div>', ['a', '', 'b']],
    ['a\n  b\t<b>c</b> <i> d</i>', ['a b c d']],
    ['<pre>a\n  b</pre>c', ['a', '  b', 'c']],
    ['a&nbsp;&amp;&#32;&lt;b&gt; &copy;', ['a & <b> ©']],
    ['a<script>x</script><style>y</style><!-- z -->b', ['ab']],
    ['<html><head><title>x</title><meta charset=utf-8></head><body>a</body></html>', ['a']],
    ['<head><title>x</title><body>a', ['a']],
    ['<p hidden>x</p><p style="color: red; DISPLAY : none !important">y<b>z</b></p>a', ['a']],
    ['<span style="visibility:hidden">x</span>a<span style="display:/**/none">y</span>', ['a']],
    ['<span style="display:inline">a</span>', ['a']],
    ['<div style="display:none"><div>x</div></div><div>a</div>', ['a']],
    ['<a href="mailto:scott@example.com">scott@example.com</a>', ['scott@example.com']],
    ['<blockquote>a<blockquote>b</blockquote></blockquote>c', ['> a', '>> b', 'c']],
    ['</p>a</div></b><form>b<form>c</form>', ['a', 'bc']],
    ['<p>a', ['a']],
    ['', []],
  ])('reads the lines that %s shows (2.3)', (html, lines) => {
    expect(htmlLines(html)).toEqual(lines);
  });

  it('is linear in hostile HTML (2.3)', () => {
    expect(htmlLines(`${'<b>'.repeat(300_000)}${'</x>'.repeat(300_000)}end`).join('')).not.toContain('end');
    expect(htmlLines('&amp;'.repeat(300_000))).toEqual(['&'.repeat(300_000)]);
    expect(htmlLines('<a '.repeat(300_000))).toEqual([]);
  });

  it('gives lines for any text (2.3)', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<br',
      '>',
      '<head>',
      '<body>',
      '<svg>',
      '<title>',
      '<pre>',
      'a',
      '&',
      '"',
      '<p hidden>',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map(all => all.join('')),
        ),
        html => {
          for (const line of htmlLines(html)) expect(line).not.toContain('\u00a0');
        },
      ),
    );
  });
});
