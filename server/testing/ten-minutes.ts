import { setTimeout as delay } from 'node:timers/promises';

const TEN_MINUTES = 10 * 60_000;

/**
 * Waits for the next tenth minute of the clock where it is nearer than so many milliseconds: an
 * automatic version lasts until then (docs/domain.md, 'Autosave').
 */
export async function haveTenMinutesFor(ms: number): Promise<void> {
  const rest = TEN_MINUTES - (Date.now() % TEN_MINUTES);
  if (rest < ms) await delay(rest);
}
