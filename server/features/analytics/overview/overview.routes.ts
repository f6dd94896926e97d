import * as overview from '#contract/analytics/overview.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { listChannelFigures } from './channels.service.ts';
import { exportFigures } from './export.service.ts';
import * as service from './overview.service.ts';
import { getPostFigures, listPosts } from './posts.service.ts';

export function overviewRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind } = context;
  bind(overview.getOverview, ({ person, query, slowly }) =>
    slowly((database) => service.getOverview({ ...context, database }, person, query)),
  );
  bind(overview.listPosts, ({ person, query, slowly }) =>
    slowly((database) => listPosts({ ...context, database }, person, query)),
  );
  bind(overview.getPostFigures, ({ person, params, slowly }) =>
    slowly(() => getPostFigures(context, person, params.id)),
  );
  bind(overview.listChannelFigures, ({ person, query, slowly }) =>
    slowly((database) => listChannelFigures({ ...context, database }, person, query)),
  );
  bind(overview.exportFigures, ({ person, query }) => exportFigures(context, person, query));
}
