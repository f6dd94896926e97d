import * as overview from '#contract/analytics/overview.ts';
import * as refresh from '#contract/analytics/refresh.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { listChannelFigures } from './channels.service.ts';
import { exportFigures } from './export.service.ts';
import * as service from './overview.service.ts';
import { getPostFigures, getTypical, listPosts } from './posts.service.ts';
import { getRefreshing, refreshRange } from './refresh.service.ts';

export function overviewRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind } = context;
  bind(overview.getOverview, ({ person, query, slowly }) =>
    slowly((database) => service.getOverview({ ...context, database }, person, query)),
  );
  bind(overview.listPosts, ({ person, query, slowly }) =>
    slowly((database) => listPosts({ ...context, database }, person, query)),
  );
  bind(overview.getTypical, ({ person, query, slowly }) =>
    slowly((database) => getTypical({ ...context, database }, person, query)),
  );
  bind(overview.getPostFigures, ({ person, params, slowly }) =>
    slowly(() => getPostFigures(context, person, params.id)),
  );
  bind(overview.listChannelFigures, ({ person, query, slowly }) =>
    slowly((database) => listChannelFigures({ ...context, database }, person, query)),
  );
  bind(refresh.getRefreshing, ({ person, query, slowly }) =>
    slowly((database) => getRefreshing({ ...context, database }, person, query)),
  );
  bind(refresh.refreshRange, ({ person, query }) => refreshRange(context, person, query));
  bind(overview.exportFigures, ({ person, query }) => exportFigures(context, person, query));
}
