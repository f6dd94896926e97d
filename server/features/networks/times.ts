import type { Clock } from '../../clock.ts';

/**
 * The instants that adapters compute: until when a network accepts nothing, and keeps what it was
 * given. They are of the clock of this process, by which the worker reads them.
 */

/** No pause that a network asks for is longer. */
export const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** No access that a server gives is taken to last longer: ten years. */
const MAX_SECONDS = 10 * 365 * 24 * 60 * 60;

/** The end of a pause of so many milliseconds that a network asks for. */
export const pauseFor = (clock: Clock, ms: number): Date => new Date(clock.now() + ms);

/** The instant after so many seconds, ISO 8601. */
export const after = (clock: Clock, seconds: number): string =>
  pauseFor(clock, Math.min(seconds, MAX_SECONDS) * 1000).toISOString();

/** The first of these instants and of one in so many seconds: when what was prepared is forgotten. */
export const earliest = (
  clock: Clock,
  seconds: number,
  made: readonly { until?: string }[],
): string =>
  [after(clock, seconds), ...made.flatMap(({ until }) => until ?? [])].sort()[0] as string;

/**
 * When a network that limits calls lets the next one pass: `Retry-After` in seconds or as a date,
 * `X-RateLimit-Reset` as an instant or in seconds since 1970, `RateLimit-Reset` in seconds since
 * 1970 or from now. An instant is one of the clock of the network, which `Date` tells: the clock of
 * this process may differ.
 */
export function limitedUntil(clock: Clock, headers: Headers): Date | undefined {
  const now = clock.now();
  const delay = headers.get('retry-after');
  const reset =
    headers.get('x-rate-limit-reset') ??
    headers.get('x-ratelimit-reset') ??
    headers.get('ratelimit-reset');
  const text = (delay ?? reset ?? '').trim();
  const seconds = /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
  const told = Date.parse((headers.get('date') ?? '').slice(0, 60));
  const ahead = Number.isNaN(told) ? 0 : told - now;
  const time =
    seconds === undefined
      ? Date.parse(text.slice(0, 60)) - ahead
      : // A number that large is no duration.
        seconds > 1e9
        ? seconds * 1000 - ahead
        : now + seconds * 1000;
  // Nobody waits longer, whatever a server says.
  return Number.isNaN(time) ? undefined : new Date(Math.min(time, now + MAX_PAUSE_MS));
}

/** Until when nothing more is accepted, where the network counts calls, and none is left. */
export function pauseOf(clock: Clock, headers: Headers): Date | undefined {
  const left =
    headers.get('x-rate-limit-remaining') ??
    headers.get('x-ratelimit-remaining') ??
    headers.get('ratelimit-remaining');
  return left !== null && Number(left) <= 0 ? limitedUntil(clock, headers) : undefined;
}
