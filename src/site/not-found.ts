import { escapeHtml } from '../core/document/html.ts';
import { type Frame, renderPage } from './page.ts';
import { relativeLink, type SiteFile } from './site-file.ts';

/**
 * `404.html`: it is shown at whatever depth was asked for, so every address in it begins at `base`. It leads nowhere by itself
 * and guesses nothing.
 */
export function notFoundFile(frame: Frame, base: string): SiteFile {
  const link = (path: string) => escapeHtml(base + relativeLink('404.html', path).replace(/^\.\/$/, ''));
  const entries = frame.sections.map(
    ({ title, path }) => `<li><a href="${link(path)}">${escapeHtml(title)}</a></li>`,
  );
  const html = renderPage(
    {
      path: '404.html',
      title: 'There is no such page',
      description: 'There is no page at this address.',
      twins: false,
      main: `<h1>There is no such page</h1>
<p>Nothing lies at this address. Paths here are written in small letters, and a page ends in <code>.html</code>, <code>.md</code> or <code>.txt</code>.</p>
<ul>
<li><a href="${link('index.html')}">The invitation</a></li>
${entries.join('\n')}
<li><a href="${link('versions.html')}">Every version</a></li>
</ul>`,
    },
    { ...frame, pages: null },
  );
  return {
    path: '404.html',
    content: html.replaceAll(/(href|src)="(?!https?:|#|\/)(?:\.\/)?([^"]*)"/g, `$1="${base}$2"`),
  };
}
