#!/usr/bin/env node
// Checks the Node version before anything that needs it is loaded, so this file must run on any Node.
import { existsSync } from 'node:fs';

const NEEDED = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `aimf needs Node ${NEEDED.join('.')} or newer, and this is Node ${process.versions.node}.\n` +
      'In a checkout, "npm ci" brings Node 24 along: run "npx aimf" or "npm start" there.\n' +
      'Elsewhere, install a newer Node from https://nodejs.org, or run "npx -p node@24 -p aimf aimf".\n',
  );
  process.exitCode = 2;
} else {
  const source = new URL('../src/cli/main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : new URL('../dist/cli/main.js', import.meta.url).href);
}
