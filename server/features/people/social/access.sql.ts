import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../access/access.service.ts';

/** A sign-in of another service, where the account has a password as well. */

const listIdentities = statement<Whose>()(
  'access.identities',
  (_db, bind) => sql<AccessRow>`
    select users.id, null::bigint as workspace, coalesce('@' || username, provider) as name
    from identities join users on users.id = user_id
    where user_id = ${bind('person', 'bigint')} and password_hash is not null`,
);

const endIdentities = statement<Whose & { ids: readonly number[] }>()(
  'access.end_identities',
  (_db, bind) => sql<object>`
    delete from identities where user_id = any(${bind('ids', 'bigint[]')})`,
);

export const identityAccess: AccessSource = {
  ...{ tables: ['identities'], topic: 'people' },
  ...{ list: listIdentities, end: endIdentities },
};
