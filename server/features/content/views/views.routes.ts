import * as views from '#contract/content/views.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './views.service.ts';

export function viewRoutes({ bind, database }: AppContext) {
  bind(views.countView, ({ person, params }) => service.countView(database, person, params.id));
  bind(views.trending, ({ person, query }) => service.trending(database, person, query));
}
