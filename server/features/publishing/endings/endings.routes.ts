import * as endings from '#contract/publishing/endings.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './endings.service.ts';

export function endingRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(endings.listEndings, ({ person, query }) =>
    service.endingsOfItem(database, person, query.item),
  );
  bind(endings.setEndingChannels, ({ person, params, body }) =>
    service.setChannels(context, person, params.id, body.channels),
  );
}
