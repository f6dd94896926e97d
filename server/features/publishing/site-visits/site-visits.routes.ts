import * as contract from '#contract/publishing/site-visits.ts';
import type { AppContext } from '../../../context.ts';
import { getSiteVisits } from './figures.ts';
import * as service from './site-visits.service.ts';

export function siteVisitRoutes(context: AppContext) {
  const { bind } = context;
  bind(contract.postConversion, ({ body, ip, header }) =>
    service.postConversion(context, { authorization: header('authorization'), ip }, body),
  );
  bind(contract.createSiteSecret, ({ person }) => service.createSiteSecret(context, person));
  bind(contract.endSiteSecret, ({ person }) => service.endSiteSecret(context, person));
  bind(contract.getSiteVisits, ({ person, query }) => getSiteVisits(context, person, query));
}
