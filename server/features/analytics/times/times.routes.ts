import * as times from '#contract/analytics/best-times.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import * as service from './times.service.ts';

export function timesRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind } = context;
  bind(times.listBestTimes, ({ person }) => service.listBestTimes(context, person));
  bind(times.getBestTimes, ({ person, params }) =>
    service.getBestTimes(context, person, params.id),
  );
}
