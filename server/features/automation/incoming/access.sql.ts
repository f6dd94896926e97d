import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import { hashOf, newToken } from '../../../secrets.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';
import { addressOf } from './address.ts';

/** Addresses that take calls: who made one knows it, and who saved it last lends it their rights. */

type Ids = Whose & { ids: readonly number[] };

const listAddresses = statement<Whose>()(
  'access.incoming_addresses',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace, name from incoming_addresses
    where (maker_id = any(${bind('people', 'bigint[]')}) or secret_by = any(${bind('people', 'bigint[]')}))
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

const endAddresses = statement<Ids>()(
  'access.end_incoming_addresses',
  (_db, bind) => sql<object>`
    delete from incoming_addresses where id = any(${bind('ids', 'bigint[]')})`,
);

const handOverAddresses = statement<Ids & { to: number }>()(
  'access.hand_over_incoming_addresses',
  (_db, bind) => sql<object>`
    update incoming_addresses set secret_by = ${bind('to', 'bigint')},
      maker_id = case when maker_id = any(${bind('people', 'bigint[]')})
        then ${bind('to', 'bigint')} else maker_id end
    where id = any(${bind('ids', 'bigint[]')})`,
);

const replaceAddress = statement<{ id: number; hash: Buffer; ending: string; to: number }>()(
  'access.replace_incoming_address',
  (_db, bind) => sql<object>`
    update incoming_addresses set hash = ${bind('hash', 'bytea')}, ending = ${bind('ending', 'text')},
      secret_by = ${bind('to', 'bigint')}, version = version + 1
    where id = ${bind('id', 'bigint')}`,
);

export const incomingAccess: AccessSource = {
  ...{ tables: ['incoming_addresses'], topic: 'webhooks' },
  ...{ list: listAddresses, end: endAddresses, handOver: handOverAddresses },
  replace: async ({ config }, tx, { id, to }) => {
    const secret = newToken();
    await replaceAddress(tx, { id, to, hash: hashOf(secret), ending: secret.slice(-4) });
    return addressOf(config, secret);
  },
};
