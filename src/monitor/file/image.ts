/** The size of an image in pixels. */
export type Dimensions = { readonly width: number; readonly height: number };

/** An image's type, and its dimensions where its header says them. */
export type Image = { readonly type: string; readonly size: Dimensions | null };

/** Reads the header of a PNG, JPEG, GIF or WebP image; null where the bytes are none. Nothing is decoded. */
export function readImage(bytes: Uint8Array): Image | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return { type: 'image/png', size: png(view, bytes) };
  if (starts(bytes, 0, 'GIF87a') || starts(bytes, 0, 'GIF89a')) return { type: 'image/gif', size: gif(view) };
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'))
    return { type: 'image/webp', size: webp(view, bytes) };
  if (starts(bytes, 0, '\xff\xd8\xff')) return { type: 'image/jpeg', size: jpeg(view) };
  return null;
}

/** Whether a text of single bytes stands at a place. */
export function starts(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((character, offset) => bytes[at + offset] === character.charCodeAt(0));
}

function png(view: DataView, bytes: Uint8Array): Dimensions | null {
  return view.byteLength >= 24 && starts(bytes, 12, 'IHDR')
    ? sized(view.getUint32(16), view.getUint32(20))
    : null;
}

function gif(view: DataView): Dimensions | null {
  return view.byteLength >= 10 ? sized(view.getUint16(6, true), view.getUint16(8, true)) : null;
}

function webp(view: DataView, bytes: Uint8Array): Dimensions | null {
  if (view.byteLength < 30) return null;
  if (starts(bytes, 12, 'VP8X')) return sized(1 + u24(view, 24), 1 + u24(view, 27));
  if (starts(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return sized(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  }
  return starts(bytes, 12, 'VP8 ')
    ? sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    : null;
}

/** The frame header of a JPEG stands behind any number of segments, each of which says its length. */
function jpeg(view: DataView): Dimensions | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at++;
    else if (isFrame(marker)) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    else if (marker === 0xd9 || marker === 0xda) return null;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** Start of frame, of every coding; the three exceptions in its range are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function u24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function sized(width: number, height: number): Dimensions | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
