import { z } from 'zod';
import { canonicalZone } from './zones.ts';

/** The formats of wall times and zones; the arithmetic is in contract/times.ts. */

const EXPECTED_ZONE = 'Expected a time zone, such as Europe/Berlin.';
export const Zone = z
  .string(EXPECTED_ZONE)
  .max(100, EXPECTED_ZONE)
  .transform((zone, { issues }) => {
    const name = canonicalZone(zone);
    if (name !== undefined) return name;
    issues.push({ code: 'custom', message: EXPECTED_ZONE, input: zone });
    return z.NEVER;
  });

/** The zone of a browser: it refuses nobody, because a person cannot mend it. */
export const BrowserZone = Zone.optional().catch(undefined);

const LOCAL = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Whether this is a wall time to the minute: 2026-11-24T09:00. */
export function isLocalTime(text: string): boolean {
  const date = new Date(`${text}Z`);
  // A 31st of February would be moved on.
  return LOCAL.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const EXPECTED_TIME = 'Expected a date and a time, such as 2026-11-24T09:00.';
export const LocalTime = z
  .string(EXPECTED_TIME)
  .regex(LOCAL, { error: EXPECTED_TIME, abort: true })
  .refine(isLocalTime, `This time does not exist. ${EXPECTED_TIME}`);
