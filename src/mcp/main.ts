import { chatSet, openHub } from './chat/chat-set.ts';
import { serveOnStdio } from './server.ts';

const { env, stderr } = process;
const say = (text: string) => stderr.write(`aim-mcp: ${text}\n`);

/** The entry of the bundle: the tools of the chat, set up by the environment alone. */
const ended = new AbortController();
const opened = await openHub(env, ended.signal);
if ('fault' in opened) {
  say(`Configuration error: ${opened.fault}`);
  process.exitCode = 2;
} else {
  await serveOnStdio([chatSet(opened.hub)], error => say(error.message));
  ended.abort();
}
