import * as audit from '#contract/core/audit.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './reading.service.ts';

export function auditRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(audit.listAuditLogs, async ({ person, query, setHeader }) => {
    const { rows, count } = await service.listEntries(database, person, query);
    setHeader('x-total-count', count);
    return rows;
  });
  bind(audit.summariseAuditLogs, ({ person, query, slowly }) =>
    slowly((executor) => service.summarise(executor, person, query)),
  );
  bind(audit.exportAuditLogs, ({ person, query }) => service.exportEntries(context, person, query));
}
