import type { Monitoring } from '../core/registry/monitoring.ts';
import type { Registry } from '../core/registry/registry.ts';
import type { Wire } from './wire.ts';

/** What the wires of a private file are made from; `folder` is where that file lies. */
export type WireSetup = {
  readonly monitoring: Monitoring;
  readonly registry: Registry;
  readonly folder: string;
};

/** The wires of a private file, or why one cannot be made: a variable that is not set (`openWires` in this file). */
export type OpenWires = (
  setup: WireSetup,
  env: NodeJS.ProcessEnv,
) => { readonly wires: readonly Wire[] } | { readonly error: string };
