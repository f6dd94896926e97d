import { followLive } from '#contract/live.ts';
import type { Parts } from '../../parts.ts';
import { followEvents } from './live.service.ts';

export function liveRoutes(parts: Parts) {
  parts.bind(followLive, ({ person, query, mayStill, sendEvents }) =>
    sendEvents((gone) => followEvents(parts, person, { ...query, mayStill, gone })),
  );
}
