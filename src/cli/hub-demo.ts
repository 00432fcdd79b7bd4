import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { playDemo } from '../hub/demo.ts';
import { startHub } from '../hub/start.ts';
import { hubAddresses, told, untilAborted } from './hub.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';

/** The operator's key of a demonstration, which loopback alone can reach. */
const OPERATOR_KEY = 'demo-operator';

/** `aimf hub demo`: a hub on loopback with two scripted agents, in a folder of its own that goes when it ends. */
export async function hubDemo(
  { port, pace }: { readonly port: string; readonly pace: string },
  io: Io,
): Promise<ExitCode> {
  const [portNumber, ms] = [numberOf('--port', port, 65_535), numberOf('--pace', pace, 3_600_000)];
  const { SqliteStore } = await import('../hub/store/sqlite.ts');
  const folder = await mkdtemp(join(tmpdir(), 'aimf-demo-'));
  const databasePath = join(folder, 'aim.db');
  const settings = {
    ...{ host: '127.0.0.1', port: portNumber, databasePath, databaseUrl: null, retentionDays: null },
    ...{ operatorKey: OPERATOR_KEY, allowedHosts: [] },
  };
  const ending = io.stopping();
  const log = (line: string) => io.err(`${line}\n`);
  try {
    const store = new SqliteStore(databasePath, io.now);
    const running = await told(() => startHub(settings, store, { now: io.now, log }));
    io.out(`Two agents talk here until you press Ctrl-C; nothing of it is kept.\n\n`);
    io.out(`${hubAddresses(running.url)}  operator key   ${OPERATOR_KEY}\n`);
    const pause = () => setTimeout(ms, undefined, { signal: ending });
    await playDemo({ url: running.url, pause }).catch((error: Error) => {
      // A visitor may have deleted the chat; the hub goes on
      if (!ending.aborted) log(`The agents stopped: ${error.message}`);
    });
    await untilAborted(ending);
    await running.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 0;
}

function numberOf(option: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d{1,7}$/.test(text) && value <= most) return value;
  throw new CommandError(`${option} is "${text}"; it must be a whole number up to ${most}`);
}
