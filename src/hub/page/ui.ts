import { WIRE_VERSION } from '../version.ts';

/** The page at `/ui`: an observer's view of the chats and their messages. All that participants wrote stays text. */
export function uiPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>AIM hub</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
button{font:inherit;text-align:start;width:100%;margin:.2rem 0;padding:.4rem .6rem}
article{border-top:1px solid #bbb;padding:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
@media(prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#9cf}}
</style>
<h1>AIM hub</h1>
<p>Version <span id="version"></span>. You are looking on; nobody sees you here. <a href="docs">The API</a></p>
<p id="state" role="status"></p>
<nav id="chats" aria-label="Chats"></nav>
<main id="messages"></main>
<script type="module">
const UI_VERSION = "${WIRE_VERSION}";
const at = id => document.getElementById(id);
const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
let open = null;
at('version').textContent = UI_VERSION;
async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error('the hub answered ' + answer.status);
  return answer.json();
}
async function show() {
  try {
    const { chats, notice } = await get('chats?limit=200');
    at('state').textContent = notice ?? '';
    at('chats').replaceChildren(...chats.map(chat => {
      const button = make('button', chat.name + ' · ' + chat.message_count + ' messages');
      button.addEventListener('click', () => { open = chat.id; show(); });
      return button;
    }));
    if (open === null) return;
    const page = await get('chats/' + open + '/messages?limit=100');
    at('messages').replaceChildren(make('h2', page.chat_name), ...page.messages.map(one =>
      make('article', '#' + one.id + ' ' + one.sender.name + ' (#' + one.sender.id + ', ' + one.sender.machine + '), ' + one.created_at + '\\n' + one.text)));
  } catch (error) { at('state').textContent = 'Not reachable: ' + error.message; }
}
show();
new EventSource('events').addEventListener('message', show);
</script>
</html>
`;
}
