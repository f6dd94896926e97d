import * as reports from '#contract/analytics/reports.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { contentOf, linkReader } from './content.ts';
import * as service from './reports.service.ts';

export function reportRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind, database } = context;
  const readLink = linkReader(context);
  bind(reports.listReports, ({ person }) => service.listReports(database, person));
  bind(reports.createReport, ({ person, body }) => service.createReport(context, person, body));
  bind(reports.getReport, ({ person, params }) => service.getReport(database, person, params.id));
  bind(reports.updateReport, ({ person, params, body }) =>
    service.updateReport(context, person, params.id, body),
  );
  bind(reports.deleteReport, ({ person, params }) =>
    service.deleteReport(context, person, params.id),
  );
  bind(reports.shareReport, ({ person, params, body }) =>
    service.shareReport(context, person, params.id, body.days),
  );
  bind(reports.getReportContent, ({ person, params, slowly }) =>
    slowly(async (database) =>
      contentOf(
        { ...context, database },
        person,
        await service.getReport(database, person, params.id),
      ),
    ),
  );
  bind(reports.readSharedReport, ({ params, ip }) => readLink(params.token, ip));
  bind(reports.endLink, ({ person, params }) => service.endLink(context, person, params.id));
}
