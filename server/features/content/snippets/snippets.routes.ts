import * as snippets from '#contract/content/snippets.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './snippets.service.ts';
import { listSnippets } from './snippets.sql.ts';

export function snippetRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(snippets.listSnippets, ({ person: { workspaceId }, query }) =>
    listSnippets(database, { workspaceId, search: query.search?.trim() || null }),
  );
  bind(snippets.getSnippet, ({ person, params }) =>
    service.getSnippet(database, person, params.id),
  );
  bind(snippets.createSnippet, ({ person, body }) => service.createSnippet(context, person, body));
  bind(snippets.updateSnippet, ({ person, params, body }) =>
    service.updateSnippet(context, person, params.id, body),
  );
  bind(snippets.deleteSnippet, ({ person, params }) =>
    service.deleteSnippet(context, person, params.id),
  );
  bind(snippets.useSnippet, ({ person, params, body }) =>
    service.useSnippet(context, person, params.id, body.seed),
  );
}
