import * as audit from '#contract/audit.ts';
import type { Parts } from '../../parts.ts';
import * as service from './reading.service.ts';

export function auditRoutes({ bind, database, background }: Parts) {
  bind(audit.listAuditLogs, async ({ person, query, setHeader }) => {
    const { rows, count } = await service.listEntries(database, person, query);
    setHeader('x-total-count', count);
    return rows;
  });
  bind(audit.summariseAuditLogs, ({ person, query, slowly }) =>
    slowly((executor) => service.summarise(executor, person, query)),
  );
  bind(audit.exportAuditLogs, async ({ person, query, sendFile }) =>
    sendFile(await service.exportEntries(background, person, query)),
  );
}
