import { expect, test } from 'vitest';
import { allZones, canonicalZone } from './zones.ts';

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['europe/kyiv', 'Europe/Kyiv'],
  ['GB', 'Europe/London'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Zulu', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('%s is called %s', (given, name) => expect(canonicalZone(given)).toBe(name));

test.each(['+02:00', '-05', 'Mars/Olympus', '', 'Europe', 'local'])('%j is no zone', (zone) =>
  expect(canonicalZone(zone)).toBeUndefined(),
);

test('all zones have the name that they are stored by, once', () => {
  const zones = allZones();
  expect(zones.map(canonicalZone)).toEqual(zones);
  expect(new Set(zones).size).toBe(zones.length);
});
