import * as history from '#contract/history.ts';
import type { Parts } from '../../parts.ts';
import * as service from './history.service.ts';

export function historyRoutes({ bind, database }: Parts) {
  bind(history.getHistory, ({ person, params, query }) =>
    service.getHistory(database, person, params.id, query.before),
  );
  bind(history.restoreVersion, ({ person, params, body }) => service.restoreVersion(database, person, params.id, body));
}
