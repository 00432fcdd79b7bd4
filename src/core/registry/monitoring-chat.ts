import * as z from 'zod/mini';

const text = z.string().check(z.regex(/\S/));

export const chatSchema = z.strictObject({
  kind: z.literal('chat'),
  hub: text,
  chat: z.union([z.int().check(z.minimum(1)), text]),
});

/** A chat of a hub, by its id or its name. */
export type ChatTransport = {
  readonly kind: 'chat';
  /** The hub's address, without a slash at the end. */
  readonly hub: string;
  readonly chat: number | string;
};

export function chatTransport({ hub, chat }: z.infer<typeof chatSchema>): ChatTransport {
  return { kind: 'chat', hub: hub.replace(/\/+$/, ''), chat };
}

/** What is wrong with a chat's entry, in words: in clear a hub is reached within a tailnet or on this machine only. */
export function chatFaults({ hub }: z.infer<typeof chatSchema>, where: string): string[] {
  const host = /^(https?):\/\/([^/\s?#@]+)\/*$/i.exec(hub);
  if (host === null) return [`${where}.hub: write the hub's address, such as http://100.64.0.7:8422`];
  const [, scheme = '', name = ''] = host;
  if (scheme.toLowerCase() === 'https' || isPrivate(name)) return [];
  return [
    `${where}.hub: must start with https://, or be an address of your tailnet (100.64.0.0/10, *.ts.net)`,
  ];
}

/** One place, whatever the entry looks like. */
export function sameChat({ hub, chat }: z.infer<typeof chatSchema>): string {
  return `chat ${hub.replace(/\/+$/, '').toLowerCase()} ${chat}`;
}

/** Whether a host, with or without a port, is this machine or one of a tailnet. */
function isPrivate(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const second = Number(/^100\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(name)?.[1] ?? 0);
  return (
    /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name) ||
    /^(?:[a-z0-9-]+\.)+ts\.net$/.test(name) ||
    name.startsWith('[fd7a:115c:a1e0:') ||
    (second >= 64 && second <= 127)
  );
}
