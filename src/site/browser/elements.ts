/** The element of an id, of the kind that it must be: the page and its script are made for each other. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} called ${id}`);
  return found;
}

/** An element with attributes and children. Text becomes a text node: nothing here is ever read as HTML. */
export function make(
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The value of the chosen one of a group of radio buttons. */
export function chosen(name: string): string {
  return radios(name).find(one => one.checked)?.value ?? '';
}

/** Chooses one of a group of radio buttons. */
export function choose(name: string, value: string): void {
  for (const one of radios(name)) one.checked = one.value === value;
}

function radios(name: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name=${name}]`)];
}
