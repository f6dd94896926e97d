import { InstantText } from '#contract/http/fields.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import { isLocalTime, Zone } from '#contract/wall-time.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { Draft } from './calendar.service.ts';
import { RowError } from './row-error.ts';
import type { Row } from './table.ts';

/** The times of a table. */

const MAX_AHEAD_MS = 5 * 366 * 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** The year first, or a day with points, which comes first everywhere. */
const DATE = /^(?:(\d{4})[-/.](\d\d?)[-/.](\d\d?)|(\d\d?)\.(\d\d?)\.(\d{4})),?[ T\u202f]+/;
const TIME = /^(\d\d?)[:.](\d\d)(?::\d\d(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i;
/** A day before or behind the month, by the country. */
const AMBIGUOUS = /^\d\d?[/-]\d\d?[/-]\d{2,4}\b/;

/** @throws RowError where it is no time, or not within the next years */
export function timeOf(values: Row['values'], ownZone: string, now: number): Draft['time'] {
  const date = values.date?.trim() ?? '';
  const text = [date, values.time?.trim()].filter(Boolean).join(' ');
  if (text === '') return null;
  const column = values.time?.trim() ? 'time' : 'date';
  const zone = zoneOf(values, ownZone);
  const at = instantOf(text, zone);
  if (!at) {
    const reason = AMBIGUOUS.test(text) ? 'can be two days' : 'is not a time';
    throw new RowError(
      column,
      `'${cut(text, 50)}' ${reason}. Expected one such as 2026-11-24 09:00.`,
    );
  }
  if (Date.parse(at.at) < now) throw new RowError(column, `${text} has passed.`);
  if (Date.parse(at.at) > now + MAX_AHEAD_MS)
    throw new RowError(column, 'Expected a time within the next five years.');
  return { ...at, zone };
}

function zoneOf({ zone }: Row['values'], own: string): string {
  if (!zone?.trim()) return own;
  const { data, error } = Zone.safeParse(zone.trim());
  if (data === undefined) throw new RowError('zone', error?.issues[0]?.message ?? '');
  return data;
}

function instantOf(text: string, zone: string): { local: string; at: string } | undefined {
  if (InstantText.safeParse(text).success) {
    const at = new Date(Math.floor(Date.parse(text) / MINUTE_MS) * MINUTE_MS).toISOString();
    return { local: localOf(at, zone), at };
  }
  const local = localTimeOf(text);
  return local === undefined ? undefined : { local, at: resolveLocal(local, zone).instant };
}

/** The wall time of a text, as the API writes it: `2026-11-24T09:00`. */
function localTimeOf(text: string): string | undefined {
  const date = DATE.exec(text);
  const time = date && TIME.exec(text.slice(date[0].length));
  if (!time) return;
  const [, year = date[6], month = date[5], day = date[4]] = date;
  const [, hour = '', minute = '', half] = time;
  const isTwelve = half !== undefined;
  if (isTwelve && (Number(hour) < 1 || Number(hour) > 12)) return;
  const hours = isTwelve ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  const two = (part: string | number | undefined) => String(part).padStart(2, '0');
  const local = `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}`;
  return isLocalTime(local) ? local : undefined;
}
