import { createHash } from 'node:crypto';
import { WIRE_VERSION } from '../version.ts';
import { ICON } from './icon.ts';
import { UI_BODY } from './ui-body.ts';
import { uiScript } from './ui-script.ts';
import { UI_STYLE } from './ui-style.ts';

/** A page and the policy that it is served with. */
export type Page = { readonly html: string; readonly policy: string };

/**
 * The page at `/ui`, whole in itself. Its policy names its one style and its one script by their hashes, lets it speak to this hub
 * alone, and takes from it every way to make HTML of text.
 */
export async function uiPage(): Promise<Page> {
  const script = `const UI_VERSION = "${WIRE_VERSION}";\n${await uiScript()}`;
  // The only text that could end the element early
  if (/<\/script|<!--/i.test(script)) throw new Error('The script of the page cannot stand in HTML');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0a5a86">
<meta name="referrer" content="no-referrer">
<title>AIM hub</title>
<link rel="icon" href="ui/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="ui/icon.png">
<link rel="manifest" href="ui/manifest.webmanifest">
<style>${UI_STYLE}</style>
</head>
<body data-view="chats">
${UI_BODY.replace('%ICON%', ICON.replace('<svg ', '<svg aria-hidden="true" width="28" height="28" '))}
<script type="module">${script}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(UI_STYLE)}`,
    "connect-src 'self'",
    "img-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return { html, policy };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
