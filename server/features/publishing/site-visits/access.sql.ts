import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import { hashOf, newToken } from '../../../secrets.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';
import { setSecret } from './events.sql.ts';

/** The secret of the website, which who made it knows; it has the id of its workspace. */

type Ids = Whose & { ids: readonly number[] };

const listSecrets = statement<Whose>()(
  'access.site_secrets',
  (_db, bind) => sql<AccessRow>`
    select workspace_id as id, workspace_id as workspace, 'for conversions' as name
    from site_secrets where created_by = any(${bind('people', 'bigint[]')})
      and workspace_id = any(${workspacesOf(bind)})`,
);

const endSecrets = statement<Ids>()(
  'access.end_site_secrets',
  (_db, bind) => sql<object>`
    delete from site_secrets where workspace_id = any(${bind('ids', 'bigint[]')})`,
);

const handOverSecrets = statement<Ids & { to: number }>()(
  'access.hand_over_site_secrets',
  (_db, bind) => sql<object>`
    update site_secrets set created_by = ${bind('to', 'bigint')}
    where workspace_id = any(${bind('ids', 'bigint[]')})`,
);

export const siteSecretAccess: AccessSource = {
  ...{ tables: ['site_secrets'], topic: 'publications' },
  ...{ list: listSecrets, end: endSecrets, handOver: handOverSecrets },
  replace: async (_, tx, { workspace, to }) => {
    const secret = newToken();
    await setSecret(tx, { workspaceId: workspace, userId: to, hash: hashOf(secret) });
    return secret;
  },
};
