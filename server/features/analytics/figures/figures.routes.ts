import * as figures from '#contract/analytics/figures.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import * as service from './figures.service.ts';

export function figuresRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind } = context;
  bind(figures.getFigures, ({ person, params }) => service.getFigures(context, person, params.id));
  bind(figures.refreshFigures, ({ person, params }) =>
    service.refreshFigures(context, person, params.id),
  );
  bind(figures.listPermissions, ({ person }) => service.listPermissions(context, person));
}
