import * as templates from '#contract/content/templates.ts';
import type { AppContext } from '../../../context.ts';
import { requireKey } from '../../../http/idempotency/idempotency-key.ts';
import * as service from './templates.service.ts';
import { listTemplates } from './templates.sql.ts';

export function templateRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(templates.listTemplates, ({ person: { workspaceId }, query }) =>
    listTemplates(database, {
      workspaceId,
      search: query.search?.trim() || null,
      tags: query.tags ?? [],
      sort: query.sort,
    }),
  );
  bind(templates.getTemplate, ({ person, params }) =>
    service.getTemplate(database, person, params.id),
  );
  bind(templates.createTemplate, ({ person, body }) =>
    service.createTemplate(context, person, body),
  );
  bind(templates.saveAsTemplate, ({ person, params, body }) =>
    service.saveAsTemplate(context, person, params.id, body.name),
  );
  bind(templates.updateTemplate, ({ person, params, body }) =>
    service.updateTemplate(context, person, params.id, body),
  );
  bind(templates.duplicateTemplate, ({ person, params }) =>
    service.duplicateTemplate(context, person, params.id),
  );
  bind(templates.deleteTemplate, ({ person, params }) =>
    service.deleteTemplate(context, person, params.id),
  );
  bind(templates.useTemplate, ({ person, params, body, idempotencyKey }) =>
    service.useTemplate(context, person, params.id, body, requireKey(idempotencyKey)),
  );
}
