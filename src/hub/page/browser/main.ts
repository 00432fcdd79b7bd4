import { App } from './app.ts';

/** The version of the hub that served the page, written in front of the script. */
declare const UI_VERSION: string;

// The only place of the page that knows what time it is
new App(() => Date.now(), UI_VERSION).start();
