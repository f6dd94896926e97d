import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import { hashOf } from '../../../secrets.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';
import { linkOf, newLinkToken } from './link.ts';

/** Links of reports, which who made them knows. */

type Ids = Whose & { ids: readonly number[] };

const listLinks = statement<Whose>()(
  'access.report_links',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace, title as name from reports
    where (created_by = any(${bind('people', 'bigint[]')}) or link_by = any(${bind('people', 'bigint[]')}))
      and coalesce(link_by, created_by) = any(${bind('people', 'bigint[]')})
      and token_hash is not null and link_ends_at > now()
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

const endLinks = statement<Ids>()(
  'access.end_report_links',
  (_db, bind) => sql<object>`
    update reports set token_hash = null, link_ends_at = null
    where id = any(${bind('ids', 'bigint[]')})`,
);

const handOverLinks = statement<Ids & { to: number }>()(
  'access.hand_over_report_links',
  (_db, bind) => sql<object>`
    update reports set link_by = ${bind('to', 'bigint')} where id = any(${bind('ids', 'bigint[]')})`,
);

/** It ends when the former one would have. */
const replaceLink = statement<{ id: number; hash: Buffer; to: number }>()(
  'access.replace_report_link',
  (_db, bind) => sql<object>`
    update reports set token_hash = ${bind('hash', 'bytea')}, link_by = ${bind('to', 'bigint')}
    where id = ${bind('id', 'bigint')}`,
);

export const reportLinkAccess: AccessSource = {
  ...{ tables: ['reports'], topic: 'figures' },
  ...{ list: listLinks, end: endLinks, handOver: handOverLinks },
  replace: async ({ config }, tx, { id, to }) => {
    const token = newLinkToken();
    await replaceLink(tx, { id, to, hash: hashOf(token) });
    return linkOf(config, token);
  },
};
