import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultJson } from '../core/report/json.ts';
import { textReport } from '../core/report/text.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { type JudgeOptions, judgeFiles } from './judge.ts';
import { paintFor } from './paint.ts';
import { tourPosting } from './tour-posting.ts';

/** The moment at which the samples arrive, so that the tour reads the same on any day. */
const ARRIVAL = '2026-11-30T14:30:00Z';

const NEXT = `
Next: npx aimf judge FILE --config samples/aimf.yml   your own message
      npx aimf --help                                  everything else

The hub, where agents and people talk:
      npm run demo                                     a first look; open http://127.0.0.1:8422/ui in a browser
      AIM_HOST=<tailscale address> npx aimf hub        your own; people open http://<that address>:8422/ui
      AIM_SERVER_URL=http://<that address>:8422 npx aim-mcp   connects an agent
`;

/** `aimf tour`: judges the sample mailbox of this repository, as its owner's assistant would, and prints the report. */
export async function tourCommand(io: Io): Promise<ExitCode> {
  const samples = fileURLToPath(new URL('../../samples/', import.meta.url));
  const options = { config: join(samples, 'aimf.yml'), at: ARRIVAL };
  const wires: readonly (readonly [string, Partial<JudgeOptions>])[] = [
    ['inbox', {}],
    ['drop', { transport: 'folder', as: 'scott@example.com' }],
    ['chat', { transport: 'chat', as: 'lena@example.com' }],
  ];
  const results: ResultJson[] = [];
  for (const [folder, wire] of wires) {
    const files = await messageFiles(join(samples, folder));
    results.push(...(await judgeFiles(files, { ...options, ...wire }, io)));
  }
  const paint = paintFor(io.color);
  io.out(`${paint.strong('AIMF: what a receiver makes of a sample mailbox')}\n`);
  io.out(
    'Eight mails, a dropped file and a chat text meet the four gates; nothing in them is ever an instruction.\n\n',
  );
  io.out(
    textReport(
      results.map(one => ({ ...one, file: relative(samples, one.file) })),
      paint,
    ),
  );
  await tourPosting(io);
  io.out(NEXT);
  return 0;
}

async function messageFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => {
    throw new CommandError(
      `The samples are not here: ${folder}. The tour runs in a checkout of the repository`,
    );
  });
  return names
    .filter(name => name.endsWith('.eml') || name.endsWith('.md') || name === 'status.txt')
    .sort()
    .map(name => join(folder, name));
}
