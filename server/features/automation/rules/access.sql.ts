import { sql } from 'kysely';
import { workspacesOf } from '../../../database/fragments/workspaces-of.ts';
import { statement } from '../../../database/statement.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';

/** Rules, which act with the rights of who saved them last. */

const listRules = statement<Whose>()(
  'access.rules',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace,
      name || case state when 'on' then '' else ' (' || state || ')' end as name from rules
    where maker_id = any(${bind('people', 'bigint[]')})
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

/** Nobody's rights are left in it, also where it was off: who saves it lends it theirs. */
const pauseRules = statement<Whose & { ids: readonly number[] }>()(
  'access.pause_rules',
  (_db, bind) => sql<object>`
    update rules set maker_id = null, next_at = null,
      state = case state when 'off' then state else 'paused' end,
      pause_reason = case state when 'off' then pause_reason
        else 'What acts for its maker was ended: save it anew.' end
    where id = any(${bind('ids', 'bigint[]')})`,
);

export const ruleAccess: AccessSource = {
  ...{ tables: ['rules'], topic: 'rules' },
  ...{ list: listRules, end: pauseRules },
};
