import * as statistics from '#contract/publishing/statistics.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './statistics.service.ts';

export function statisticsRoutes({ bind, clock, database }: AppContext) {
  bind(statistics.dashboardStats, ({ person }) => service.dashboardStats(database, person));
  bind(statistics.contentVolume, ({ person, query }) =>
    service.volume(database, person, query, clock.now()),
  );
}
