import * as pause from '#contract/publishing/pause.ts';
import type { AppContext } from '../../../context.ts';
import { listHeldAfterwards } from '../publications/publications.service.ts';
import * as service from './pause.service.ts';

export function pauseRoutes(context: AppContext) {
  const { bind, clock, database } = context;
  bind(pause.getPause, ({ person }) => service.getPause(database, person));
  bind(pause.previewPause, ({ person, query }) =>
    service.previewPause(database, person, query.until),
  );
  bind(pause.listHeld, ({ person }) => service.listHeld(database, person, clock.now()));
  bind(pause.listHeldAfterwards, ({ person }) =>
    listHeldAfterwards(database, person, pause.MAX_HELD),
  );
  bind(pause.pausePublishing, ({ person, body }) => service.pause(context, person, body));
  bind(pause.resumePublishing, ({ person, body }) => service.resume(context, person, body));
}
