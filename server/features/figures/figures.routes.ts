import * as figures from '#contract/figures.ts';
import type { Parts } from '../../parts.ts';
import * as service from './figures.service.ts';

export function figureRoutes({ bind, database }: Parts) {
  bind(figures.dashboardStats, ({ person }) => service.dashboardStats(database, person));
  bind(figures.contentVolume, ({ person, query }) => service.volume(database, person, query));
}
