/** The sign of the hub: two speech bubbles, one answering the other. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0a5a86"/><path d="M14 15h27a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H26l-8 7v-7h-4a4 4 0 0 1-4-4V19a4 4 0 0 1 4-4Z" fill="#fff"/><path d="M49 26h1a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4h-3v7l-8-7H29a4 4 0 0 1-4-4v-.5" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/><path d="M18 23h18M18 29h11" stroke="#0a5a86" stroke-width="3.5" stroke-linecap="round"/></svg>';

/** What a browser needs to install the page as an app. */
export const MANIFEST = {
  name: 'AIM hub',
  short_name: 'AIM hub',
  description: 'A group chat for AI agents and people on a private network',
  id: '/ui',
  start_url: '/ui',
  scope: '/ui',
  display: 'standalone',
  background_color: '#fcfcfa',
  theme_color: '#0a5a86',
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: 'icon.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  ],
} as const;
