import { MAP_STYLE } from '../core/document/exchange-map.ts';
import { escapeHtml } from '../core/document/html.ts';
import { STYLE } from '../core/document/style.ts';
import type { Stamp } from '../core/posting/stamp.ts';
import type { Canonical } from '../core/registry/protocol.ts';
import { hashedAsset, relativeLink, type SiteFile } from './site-file.ts';

/** What every page of a site has in common. */
export type Frame = {
  /** The current version. */
  readonly shown: Stamp;
  readonly canonical: Canonical;
  /** Where the site lives, for canonical links; null where nobody has said so. */
  readonly pages: string | null;
  /** What the navigation offers. */
  readonly sections: readonly Section[];
};

/** An entry of the navigation: its words and the page it leads to. */
export type Section = { readonly title: string; readonly path: string };

/** One page: where it lies, what it is called, and what stands in its `main`. */
export type PageParts = {
  /** Below the site's root: `spec.html`, `codes/field-missing.html`, `validator/index.html`. */
  readonly path: string;
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly description: string;
  /** HTML, with its `h1`. */
  readonly main: string;
  /** The entry of the navigation that the page belongs to. */
  readonly section?: string;
  /** Whether the page has twins: `.md` and `.txt` beside its `.html`. Default: it has. */
  readonly twins?: boolean;
  /** The newest page of the same content, where this is an older one. */
  readonly newest?: string;
  /** HTML above the content, such as the word that this is an older version. */
  readonly banner?: string;
  /** Script files below the root, loaded as modules; a page has none unless it says so. */
  readonly scripts?: readonly string[];
  /** Stylesheets below the root, beside the site's own. */
  readonly styles?: readonly string[];
  /** Further directives of the content security policy, such as `worker-src 'self'`. */
  readonly policy?: readonly string[];
};

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0a5a86"/><path d="M7 8v16M25 8v16M12 16h8m-3-4 4 4-4 4" fill="none" stroke="#fff" stroke-width="2.5"/></svg>\n`;

/** The files that every built page refers to. */
export const SHELL_FILES = {
  style: hashedAsset('site.css', `${STYLE}${MAP_STYLE}\n`),
  icon: hashedAsset('icon.svg', ICON),
} as const satisfies Record<string, SiteFile>;

/**
 * What a page may do: nothing but show itself with the site's own style, script and pictures. There is no `connect-src`, so
 * the browser itself keeps a page from sending anything anywhere.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** A whole page of the built site. It is complete without a script, and every address in it is relative. */
export function renderPage(page: PageParts, frame: Frame): string {
  const to = (path: string) => escapeHtml(relativeLink(page.path, path));
  const { version, posted, effective } = frame.shown;
  const policy = [...POLICY, ...(page.policy ?? [])].join('; ');
  const newest = frame.pages === null ? null : frame.pages + address(page.newest ?? page.path);
  const title = page.path === 'index.html' ? page.title : `${page.title} · AIMF`;
  const twin = page.twins === false ? null : page.path.replace(/\.html$/, '');
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    newest === null ? '' : `<link rel="canonical" href="${escapeHtml(newest)}">`,
    twin === null ? '' : `<link rel="alternate" type="text/markdown" href="${to(`${twin}.md`)}">`,
    twin === null ? '' : `<link rel="alternate" type="text/plain" href="${to(`${twin}.txt`)}">`,
    `<link rel="icon" href="${to(SHELL_FILES.icon.path)}">`,
    `<link rel="stylesheet" href="${to(SHELL_FILES.style.path)}">`,
    ...(page.styles ?? []).map(path => `<link rel="stylesheet" href="${to(path)}">`),
    ...(page.scripts ?? []).map(path => `<script type="module" src="${to(path)}"></script>`),
  ];
  const entries = frame.sections.map(({ title: words, path }) => {
    const current =
      path === page.path ? ' aria-current="page"' : path === page.section ? ' aria-current="true"' : '';
    return `<li><a href="${to(path)}"${current}>${escapeHtml(words)}</a></li>`;
  });
  const repository = escapeHtml(`https://github.com/${frame.canonical.repository}`);
  return `<!doctype html>
<html lang="en">
<head>
${head.filter(line => line !== '').join('\n')}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="${to('index.html')}">AIMF</a>
<nav aria-label="Site"><ul>
${entries.join('\n')}
</ul></nav>
</header>
<main id="content" tabindex="-1">
${page.banner ?? ''}${page.main}
</main>
<footer class="foot">
<p>AIMF ${version}, posted ${posted}, effective ${effective}. <a href="${repository}">The repository</a> is the source of all of this.</p>
${twin === null ? '' : `<p>This page as <a href="${to(`${twin}.txt`)}">plain text</a> or <a href="${to(`${twin}.md`)}">Markdown</a>.</p>\n`}${newest === null ? '' : `<p class="address" hidden>${escapeHtml(frame.pages + address(page.path))}</p>\n`}</footer>
</body>
</html>
`;
}

/** A page's path as people see it: a folder's page is the folder. */
function address(path: string): string {
  return path.replace(/(^|\/)index\.html$/, '$1');
}
