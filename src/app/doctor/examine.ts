import { examineApp } from './app.ts';
import type { Check, DoctorWorld } from './check.ts';
import { examineOwners, examinePages } from './repository.ts';
import { examineRules } from './rules.ts';
import { examineWebhook } from './webhook.ts';
import { examineWorkflow } from './workflow.ts';

/** Looks at every setting on GitHub that the check, the release and the App rely on. Changes nothing. */
export async function examine(world: DoctorWorld): Promise<readonly Check[]> {
  const found = await Promise.all([
    examineOwners(world),
    examineRules(world),
    examineWorkflow(world),
    examinePages(world),
    examineApp(world),
    examineWebhook(world),
  ]);
  return found.flat();
}
