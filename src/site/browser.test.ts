import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, describeInBrowser, overflow } from './browser.test-support.ts';
import { type Served, serveSite } from './serve.ts';

const FAULTY = `<!doctype html><html lang="en"><title>Faulty</title>
<body style="width: 400px"><main><h1>Faulty</h1><img src="http://127.0.0.1:9/x.png"></main>
<script>console.error('told'); throw new Error('thrown')</script></body></html>`;

describeInBrowser('the browser that pages are tested in', browser => {
  let served: Served;
  beforeAll(async () => {
    const page = new TextEncoder().encode(FAULTY);
    served = await serveSite([{ path: 'index.html', content: page }], '/x/', 0);
  });
  afterAll(() => served.stop());

  it('sees errors, requests elsewhere, faults of accessibility and overflow', async () => {
    const { page, errors, elsewhere } = await browser.visit(served.url, { width: 320 });
    expect(errors).toEqual(expect.arrayContaining(['told', 'thrown']));
    expect(elsewhere).toEqual(['http://127.0.0.1:9/x.png']);
    expect((await axeFaults(page)).join()).toContain('image-alt');
    expect(await overflow(page)).toBeGreaterThan(0);
  });
});
