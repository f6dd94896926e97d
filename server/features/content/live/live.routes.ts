import { streamEvents } from '#contract/content/live.ts';
import type { AppContext } from '../../../context.ts';
import { followEvents } from './live.service.ts';

export function liveRoutes(context: AppContext) {
  context.bind(streamEvents, ({ person, query, isStillAuthorized }) => {
    return (gone) => followEvents(context, person, { ...query, isStillAuthorized }, gone);
  });
}
