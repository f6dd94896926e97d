import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';
import { sealSecret } from './secret.ts';
import { makeSecret } from './sign.ts';
import { setSecret } from './webhooks.sql.ts';

/** Webhooks, which tell an address that somebody chose, signed with a secret that somebody was shown. */

type Ids = Whose & { ids: readonly number[] };

const listWebhooks = statement<Whose>()(
  'access.webhooks',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace,
      name || ' (' || url || case state when 'on' then '' else ', ' || state end || ')' as name
    from webhooks
    where (created_by = any(${bind('people', 'bigint[]')})
        or url_by = any(${bind('people', 'bigint[]')}) or secret_by = any(${bind('people', 'bigint[]')}))
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

/** Its maker is who switches it on again: the address is theirs from then on. */
const endWebhooks = statement<Ids>()(
  'access.end_webhooks',
  (_db, bind) => sql<object>`
    update webhooks set state = 'off', off_reason = 'maker', created_by = null, url_by = null,
      secret_by = null, version = version + 1
    where id = any(${bind('ids', 'bigint[]')})`,
);

const handOverWebhooks = statement<Ids & { to: number }>()(
  'access.hand_over_webhooks',
  (_db, bind) => sql<object>`
    update webhooks set created_by = case when created_by = any(${bind('people', 'bigint[]')})
        then ${bind('to', 'bigint')} else created_by end,
      url_by = case when url_by = any(${bind('people', 'bigint[]')}) then null else url_by end,
      secret_by = case when secret_by = any(${bind('people', 'bigint[]')}) then null else secret_by end
    where id = any(${bind('ids', 'bigint[]')})`,
);

const replaceSecret: AccessSource['replace'] = async ({ secrets }, tx, { id, workspace, to }) => {
  const text = makeSecret();
  await setSecret(tx, {
    ...{ workspaceId: workspace, id, userId: to, formerHours: null },
    secret: sealSecret(secrets, id, text),
  });
  return text;
};

export const webhookAccess: AccessSource = {
  ...{ tables: ['webhooks'], topic: 'webhooks' },
  ...{ list: listWebhooks, end: endWebhooks, handOver: handOverWebhooks, replace: replaceSecret },
};
