import * as figures from '#contract/figures.ts';
import type { AppContext } from '../../context.ts';
import * as service from './figures.service.ts';

export function figureRoutes({ bind, database }: AppContext) {
  bind(figures.dashboardStats, ({ person }) => service.dashboardStats(database, person));
  bind(figures.contentVolume, ({ person, query }) => service.volume(database, person, query));
}
