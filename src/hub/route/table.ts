import { ADMIN_ROUTES } from './admin.ts';
import { CHAT_ROUTES } from './chats.ts';
import { MEMORY_ROUTES } from './memories.ts';
import { MESSAGE_ROUTES } from './messages.ts';
import { REGISTER_ROUTES } from './register.ts';
import type { Route } from './route.ts';

/** Every operation of the API that answers in JSON. */
export const ROUTES: readonly Route[] = [
  ...REGISTER_ROUTES,
  ...CHAT_ROUTES,
  ...MESSAGE_ROUTES,
  ...MEMORY_ROUTES,
  ...ADMIN_ROUTES,
];
