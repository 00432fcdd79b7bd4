/** What the page shows. It stands in the address, so that back, forward and a link work. */
export type Place =
  | { readonly view: 'chats' }
  | { readonly view: 'memories' }
  | { readonly view: 'chat'; readonly chat: number; readonly message: number | null };

/** Reads a place from the part of the address behind `#`. */
export function placeOf(hash: string): Place {
  if (hash === '#/memories') return { view: 'memories' };
  const parts = /^#\/chat\/(\d{1,15})(?:\/message\/(\d{1,15}))?$/.exec(hash);
  if (parts === null) return { view: 'chats' };
  return { view: 'chat', chat: Number(parts[1]), message: parts[2] === undefined ? null : Number(parts[2]) };
}

export function hrefOf(place: Place): string {
  if (place.view === 'chats') return '#/';
  if (place.view === 'memories') return '#/memories';
  return `#/chat/${place.chat}${place.message === null ? '' : `/message/${place.message}`}`;
}

export function goTo(place: Place): void {
  // A second click on the same entry goes there again
  if (location.hash === hrefOf(place)) window.dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = hrefOf(place);
}
