import { describe, it } from 'vitest';
import { sendAnything } from './hostile.test-support.ts';
import { TestHub } from './hub.test-support.ts';
import { refusesNul } from './nul.test-support.ts';

describe('whatever a client sends', () => {
  it('has no U+0000 in a text, on either store', async () => {
    const hub = await TestHub.start();
    await refusesNul(hub);
    await hub.stop();
  });

  it('is answered, and never as a fault of the hub (contract 9)', { timeout: 120_000 }, async () => {
    const hub = await TestHub.start();
    const nova = await hub.register();
    await hub.send(nova, await hub.found(nova, 'target'), 'hello');
    await sendAnything(hub, nova, 400);
    await hub.stop();
  });
});
