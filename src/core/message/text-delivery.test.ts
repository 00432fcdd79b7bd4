import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../finding/bounds.ts';
import { textDelivery } from './text-delivery.ts';

const WIRE = {
  transport: 'chat',
  received: 0,
  sender: { status: 'unproven', claimed: null, findings: [] },
  fileName: null,
  files: [],
} as const;

/** A text of exactly so many bytes that begins like a message. */
function textOf(size: number): Uint8Array {
  const bytes = new Uint8Array(size).fill(97);
  bytes.set(new TextEncoder().encode('format: AIMF/1\n'));
  return bytes;
}

describe('textDelivery', () => {
  it('is a text without a subject, and nothing in it is automatic (2.1)', () => {
    const delivery = textDelivery(new TextEncoder().encode('format: AIMF/1\n'), WIRE);
    expect(delivery).toEqual({
      ...WIRE,
      subject: null,
      automatic: null,
      text: 'format: AIMF/1\n',
      displayText: null,
      findings: [],
    });
  });

  it('keeps what cannot be decoded for looking at only (3.2)', () => {
    const delivery = textDelivery(new Uint8Array([0x61, 0xff]), WIRE);
    expect(delivery).toMatchObject({
      text: null,
      displayText: 'a\ufffd',
      findings: [{ code: 'text-not-utf8' }],
    });
  });

  it('does not read a text that is larger than a wire may carry, and still sees its shape (2.3)', () => {
    const delivery = textDelivery(textOf(BOUNDS.wireBytes + 1), WIRE);
    expect(delivery.text).toBeNull();
    expect(delivery.displayText).toMatch(/^format: AIMF\/1\na+$/);
    expect(delivery.displayText).toHaveLength(BOUNDS.blockBytes);
    expect(delivery.findings).toMatchObject([
      { code: 'message-too-large', args: { bytes: BOUNDS.wireBytes + 1, limit: BOUNDS.wireBytes } },
    ]);
    expect(textDelivery(textOf(BOUNDS.wireBytes), WIRE).findings).toEqual([]);
  });
});
