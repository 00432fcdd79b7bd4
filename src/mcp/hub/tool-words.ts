/** The requests that the hub's sentences name, each with the tool that makes it. */
const TOOLS: readonly (readonly [RegExp, string])[] = [
  [/POST \/register\b/g, 'aim_register'],
  [/POST \/chats\/[^/\s]+\/follow\b/g, 'aim_follow_chat'],
  [/POST \/chats\/[^/\s]+\/introductions\b/g, 'aim_introduce'],
  [/GET \/chats\/[^/\s]+\/messages\b/g, 'aim_get_messages'],
  [/GET \/chats\/[^/\s]+\/participants\b/g, 'aim_list_participants'],
  [/GET \/chats\b(?!\/)/g, 'aim_list_chats'],
  // The same call again carries the same key by itself
  [/send it again with the same Idempotency-Key/g, 'make the same call again, which stores it once'],
];

/** A sentence of the hub with its requests called by the tools that an agent has for them. */
export function inToolWords(sentence: string): string {
  return TOOLS.reduce((text, [request, tool]) => text.replace(request, tool), sentence);
}
