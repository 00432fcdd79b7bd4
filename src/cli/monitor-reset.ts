import { quotable } from '../core/report/sentence.ts';
import { resetState } from '../store/state-file.ts';
import { CommandError, type ExitCode, type Io } from './io.ts';
import { orCommandError, readConfigured, stateFolder } from './monitor-setup.ts';

/** `aimf monitor reset`: sets a state aside, keeps it, and begins a new one, as only a person may decide (section 10.3). */
export async function monitorReset(options: { readonly config: string }, io: Io): Promise<ExitCode> {
  const configured = await readConfigured(options.config, io);
  const folder = stateFolder(configured);
  const reset = orCommandError(() => resetState(folder, io.now()));
  if (reset.state === 'busy')
    throw new CommandError(`A monitor is running on ${quotable(folder)}; end it first`);
  for (const path of reset.kept) io.out(`The old state is kept as ${quotable(path)}\n`);
  io.out(
    'A new state is begun. The next run begins now; to judge what came before too, run "aimf monitor once --since DATE"\n',
  );
  return 0;
}
