import { usage } from './failure.ts';

/** When something is published, as people write it. */

export type At = 'now' | 'queue' | string | { local: string; zone?: string };

const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * @param text 'now', 'queue', a wall time such as '2026-12-01 09:00', or an instant
 * @param zone of the wall time; else that of the workspace
 * @throws Failure (usage)
 */
export function timeOfPost(text: string, zone: string | undefined): At {
  const [, day, time] = LOCAL.exec(text) ?? [];
  if (day && time) {
    if (!isDay(day) || !(time < '24:00' && time.slice(3) < '60'))
      throw usage(`--at is '${text}', which is no time of any calendar.`);
    return { local: `${day}T${time}`, ...(zone !== undefined && { zone: requireZone(zone) }) };
  }
  if (zone !== undefined)
    throw usage(`--zone is for a time such as '2026-12-01 09:00': --at is '${text}'.`);
  if (text === 'now' || text === 'queue') return text;
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text)))
    return /T\d\d:\d\d[Z+-]/.test(text) ? text.replace(/(T\d\d:\d\d)/, '$1:00') : text;
  throw usage(
    `--at is '${text}': expected now, queue, a time such as '2026-12-01 09:00', or an instant such as 2026-12-01T09:00:00Z.`,
  );
}

function isDay(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  // A 31st of February would be moved on.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function requireZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    throw usage(`--zone is '${zone}': expected a time zone such as Europe/Berlin.`);
  }
}
