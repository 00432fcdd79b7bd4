import { expect, test } from 'vitest';
import {
  acknowledgementFields,
  announcementFields,
  isAnnouncement,
  readAcknowledgement,
  readAnnouncement,
} from './acknowledgement.ts';

const announced = { version: 'v1.10', effective: '2026-12-07' };

test('an announcement and its acknowledgement come back as what they say (9.3, 9.5)', () => {
  const announcement = announcementFields(announced, 'open points settled', 'https://example.com/spec');
  expect(readAnnouncement('STATUS', announcement)).toEqual(announced);
  expect(readAcknowledgement('STATUS', announcement)).toBeNull();
  const acknowledgement = acknowledgementFields(announced);
  expect(readAcknowledgement('STATUS', acknowledgement)).toEqual(announced);
  expect(readAnnouncement('STATUS', acknowledgement)).toBeNull();
});

test.each([
  ['another type', 'NOTE', {}],
  ['another topic', 'STATUS', { topic: 'AIMF protocol updates' }],
  ['another state', 'STATUS', { state: 'failed' }],
  ['no version', 'STATUS', { detail: 'Acknowledged (effective 2026-12-07)' }],
  ['no date', 'STATUS', { detail: 'Acknowledged v1.10' }],
  ['version and date far apart', 'STATUS', { detail: `v1.10 ${'x'.repeat(60)} effective 2026-12-07` }],
])('%s is no acknowledgement (9.5)', (_, type, change) => {
  expect(readAcknowledgement(type, { ...acknowledgementFields(announced), ...change })).toBeNull();
});

test('a refusal is no announcement, though it names version and date (9.3, 9.5)', () => {
  const announcement = announcementFields(announced, 'open points settled', 'https://example.com/spec');
  expect(isAnnouncement('STATUS', announcement)).toBe(true);
  const detail = 'We cannot implement v1.10 (effective 2026-12-07)';
  expect(isAnnouncement('STATUS', { ...announcement, detail })).toBe(false);
  expect(isAnnouncement('STATUS', { ...announcement, detail: 'Now v1.10 is too much for us' })).toBe(false);
});
