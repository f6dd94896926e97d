import * as history from '#contract/content/history.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './history.service.ts';

export function historyRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(history.getHistory, ({ person, params, query }) =>
    service.getHistory(database, person, params.id, query.before),
  );
  bind(history.restoreVersion, ({ person, params, body }) =>
    service.restoreVersion(context, person, params.id, body),
  );
}
