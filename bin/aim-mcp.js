#!/usr/bin/env node
// `aim-mcp` is `aimf mcp`; like that file, this one must run on any Node.
process.argv.splice(2, 0, 'mcp');
await import('./aimf.js');
