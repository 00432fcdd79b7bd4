import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Feed } from './feed.ts';
import type { Store } from './store/contract.ts';

it('does not go on for a reader who hung up while the feed was started', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const listeners = new Set<() => void>();
  const store: Pick<Store, 'read' | 'onNews'> = {
    read: {
      all: async () => [],
      first: async () => {
        response.destroy();
        return undefined;
      },
    },
    onNews: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  await new Feed(store, () => 0).follow(null, null, response);
  expect(listeners.size).toBe(0);
  expect(response.headersSent).toBe(false);
});
