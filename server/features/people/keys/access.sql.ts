import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { type Bind, statement } from '../../../database/statement.ts';
import { newKey } from '../../../http/keys/key-text.ts';
import type { AccessRow, AccessSource, Whose } from '../access/access.service.ts';
import { rollKey } from './keys.sql.ts';

/** Keys and service accounts, as what acts for who made them. */

type Ids = Whose & { ids: readonly number[] };

const IS_ON = sql`revoked_at is null and (expires_at is null or expires_at > now())`;
const IN_WORKSPACE = (bind: Bind<Whose>) => sql`api_keys.workspace_id = any(${workspacesOf(bind)})`;

const listOwn = (kind: 'key' | 'app') =>
  statement<Whose>()(
    `access.own_${kind}s`,
    (_db, bind) => sql<AccessRow>`
      select id, workspace_id as workspace, name from api_keys
      where user_id = ${bind('person', 'bigint')} and kind = ${sql.lit(kind)} and ${IS_ON}
        and ${IN_WORKSPACE(bind)} order by id`,
  );

const endKeys = statement<Ids>()(
  'access.end_keys',
  (_db, bind) => sql<object>`
    update api_keys set revoked_at = now(), old_lookup = null, old_hash = null, old_until = null,
      old_by = null
    where id = any(${bind('ids', 'bigint[]')}) and revoked_at is null`,
);

const ownSource = (kind: 'key' | 'app', tables: AccessSource['tables']): AccessSource => ({
  ...{ tables, topic: 'people', list: listOwn(kind), end: endKeys },
});

export const keyAccess = ownSource('key', ['api_keys']);
export const appAccess = ownSource('app', [
  'api_keys',
  'app_codes',
  'app_devices',
  'app_grants',
  'app_tokens',
]);

/** Whose secret the present one of a key is, and the one before. */
const HOLDER = sql`coalesce(rolled_by, created_by)`;
const FORMER_HOLDER = sql`case when old_until > now() then coalesce(old_by, created_by) end`;

const listServiceKeys = statement<Whose>()(
  'access.service_keys',
  (_db, bind) => sql<AccessRow>`
    select api_keys.id, api_keys.workspace_id as workspace, user_id as account,
      api_keys.name || ' (' || users.name || ')' as name
    from api_keys join users on users.id = api_keys.user_id
    where (created_by = ${bind('person', 'bigint')} or rolled_by = ${bind('person', 'bigint')}
        or old_by = ${bind('person', 'bigint')})
      and ${bind('person', 'bigint')} in (${HOLDER}, ${FORMER_HOLDER})
      and user_id <> ${bind('person', 'bigint')} and api_keys.kind = 'key' and ${IS_ON}
      and ${IN_WORKSPACE(bind)} order by api_keys.id`,
);

/** Of a key that somebody else has rolled, only the secret before ends. */
const endServiceKeys = statement<Ids>()(
  'access.end_service_keys',
  (_db, bind) => sql<object>`
    update api_keys set old_lookup = null, old_hash = null, old_until = null, old_by = null,
      revoked_at = case when ${HOLDER} = ${bind('person', 'bigint')} then now() end
    where id = any(${bind('ids', 'bigint[]')}) and revoked_at is null`,
);

const handOverServiceKeys = statement<Ids & { to: number }>()(
  'access.hand_over_service_keys',
  (_db, bind) => sql<object>`
    update api_keys set
      created_by = case when ${HOLDER} = ${bind('person', 'bigint')} then ${bind('to', 'bigint')}
        else created_by end,
      rolled_by = nullif(rolled_by, ${bind('person', 'bigint')}),
      old_by = case when old_lookup is null then null
        when coalesce(old_by, created_by) = ${bind('person', 'bigint')} then ${bind('to', 'bigint')}
        else coalesce(old_by, created_by) end
    where id = any(${bind('ids', 'bigint[]')})`,
);

/** The former secret ends, too: it is theirs, or nobody uses it after this. */
const replaceKey: AccessSource['replace'] = async ({ secrets }, tx, { id, workspace, to }) => {
  const { text, lookup } = newKey();
  const [hash] = secrets.macsOf('api key', text);
  await rollKey(tx, { id, workspaceId: workspace, roller: to, lookup, hash, keepHours: null });
  return text;
};

export const serviceKeyAccess: AccessSource = {
  ...{ tables: ['api_keys'], topic: 'people' },
  ...{ list: listServiceKeys, end: endServiceKeys, handOver: handOverServiceKeys },
  replace: replaceKey,
};

const listServices = statement<Whose>()(
  'access.services',
  (_db, bind) => sql<AccessRow>`
    select users.id, workspace_id as workspace, users.name from users
    join memberships on memberships.user_id = users.id
    where made_by = ${bind('person', 'bigint')} and kind = 'service'
      and workspace_id = any(${workspacesOf(bind)}) order by users.id`,
);

/** Its keys end with its membership. */
const endServices = statement<Ids>()(
  'access.end_services',
  (_db, bind) => sql<object>`
    delete from memberships where user_id = any(${bind('ids', 'bigint[]')})
      and (select kind from users where users.id = user_id) = 'service'`,
);

const handOverServices = statement<Ids & { to: number }>()(
  'access.hand_over_services',
  (_db, bind) => sql<object>`
    update users set made_by = ${bind('to', 'bigint')}
    where id = any(${bind('ids', 'bigint[]')}) and kind = 'service'`,
);

export const serviceAccess: AccessSource = {
  ...{ tables: ['users'], topic: 'people' },
  ...{ list: listServices, end: endServices, handOver: handOverServices },
};
