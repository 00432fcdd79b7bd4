import { resolve } from 'node:path';
import type { Monitoring, WatchedTransport } from '../core/registry/monitoring.ts';
import type { Registry } from '../core/registry/registry.ts';
import { chatWire } from './chat.ts';
import { folderWire } from './folder.ts';
import { githubWire } from './github-issues.ts';
import { type Wire, WireError, type WireEvent } from './wire.ts';

/** What the wires of a private file are made from; `folder` is where that file lies. */
export type WireSetup = {
  readonly monitoring: Monitoring;
  readonly registry: Registry;
  readonly folder: string;
};

/** The wires of a private file, in its order. One whose variable is not set can be polled and says so: it stops no other. */
export async function openWires(setup: WireSetup, env: NodeJS.ProcessEnv): Promise<readonly Wire[]> {
  const wires: Wire[] = [];
  for (const transport of setup.monitoring.transports) {
    const variable = variableOf(transport);
    const secret = variable === null ? null : (env[variable] ?? '');
    const wire = await wireOf(transport, secret, setup);
    wires.push(secret === '' ? { ...wire, poll: () => unset(variable) } : wire);
  }
  return wires;
}

// biome-ignore lint/correctness/useYield: a poll that fails at once is a poll all the same
async function* unset(variable: string | null): AsyncGenerator<WireEvent, void> {
  throw new WireError(`The variable ${variable} is not set: it holds the password or the token of this wire`);
}

function variableOf(transport: WatchedTransport): string | null {
  switch (transport.kind) {
    case 'imap':
      return transport.credential.variable;
    case 'folder':
    case 'chat':
      return null;
    case 'github':
      return transport.tokenVariable;
  }
}

async function wireOf(
  transport: WatchedTransport,
  secret: string | null,
  { registry, folder }: WireSetup,
): Promise<Wire> {
  switch (transport.kind) {
    case 'imap': {
      // The library takes longer to load than a poll of everything else
      const { imapWire } = await import('./imap.ts');
      return imapWire(transport, { secret: secret ?? '' });
    }
    case 'folder':
      return folderWire(transport, resolve(folder, transport.path));
    case 'github':
      return githubWire(transport, secret, registry);
    case 'chat':
      return chatWire(transport);
  }
}
