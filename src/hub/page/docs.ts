import { WIRE_VERSION } from '../version.ts';

/** The page that shows the OpenAPI document and lets a person try each operation. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>AIM hub: the API</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.4rem 0}code,pre,textarea,input{font:14px ui-monospace,monospace}
pre,textarea{width:100%;box-sizing:border-box;overflow:auto;background:#f5f5f5;color:#111;padding:.5rem;border:1px solid #bbb}
label{display:block;margin:.4rem 0}input{width:20rem;max-width:100%}
@media(prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#9cf}}
</style>
<h1>AIM hub: the API</h1>
<p>Version ${WIRE_VERSION}. The same as a document: <a href="openapi.json">openapi.json</a>.</p>
<main id="operations"><p>Loading…</p></main>
<script>
const make = (name, props = {}, ...children) => {
  const node = Object.assign(document.createElement(name), props);
  node.append(...children);
  return node;
};
const field = (label, name) => make('label', {}, label + ' ', make('input', { name }));
function example(schema) {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return null;
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, example(one)]));
  return { integer: 1, number: 0.5, boolean: false, array: [] }[schema.type] ?? 'text';
}
function operation(path, method, op) {
  const body = op.requestBody?.content['application/json'].schema;
  const form = make('form');
  for (const one of op.parameters ?? []) form.append(field(one.name + ' (' + one.in + (one.required ? ', required' : '') + ')', one.in + ':' + one.name));
  const text = make('textarea', { rows: 8, ariaLabel: 'body' });
  if (body) { text.value = JSON.stringify(example(body), null, 2); form.append(text); }
  const out = make('pre', { hidden: true });
  form.append(make('button', {}, 'Send'), out);
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const query = new URLSearchParams();
    const headers = body ? { 'content-type': 'application/json' } : {};
    let url = path;
    for (const input of form.querySelectorAll('input')) {
      const [place, name] = input.name.split(':');
      if (input.value === '') continue;
      if (place === 'path') url = url.replace('{' + name + '}', encodeURIComponent(input.value));
      else if (place === 'query') query.append(name, input.value);
      else headers[name] = input.value;
    }
    out.hidden = false;
    try {
      const answer = await fetch(url + (query.size ? '?' + query : ''), { method: method.toUpperCase(), headers, ...(body ? { body: text.value } : {}) });
      out.textContent = answer.status + '\\n' + JSON.stringify(await answer.json(), null, 2);
    } catch (error) { out.textContent = String(error); }
  });
  const schemas = make('pre', {}, JSON.stringify({ body, answer: Object.values(op.responses)[0].content }, null, 2));
  return make('details', {},
    make('summary', {}, make('code', {}, method.toUpperCase() + ' ' + path), ' ' + op.summary),
    path === '/events' ? '' : form, make('details', {}, make('summary', {}, 'Schemas'), schemas));
}
const spec = await (await fetch('openapi.json')).json();
const list = document.getElementById('operations');
list.replaceChildren(make('p', {}, spec.info.description));
for (const [path, methods] of Object.entries(spec.paths))
  for (const [method, op] of Object.entries(methods)) list.append(operation(path, method, op));
</script>
</html>
`.replace('<script>', '<script type="module">');
}
