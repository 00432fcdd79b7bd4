// Checks the Node version before anything that needs it is loaded, so this file must run on any Node.
const NEEDED = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `aim-mcp needs Node ${NEEDED.join('.')} or newer, and this is Node ${process.versions.node}. ` +
      'Install a newer Node from https://nodejs.org and restart the application.\n',
  );
  process.exitCode = 2;
} else {
  await import('./aim-mcp.mjs');
}
