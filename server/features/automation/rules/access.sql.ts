import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';
import { workspacesOf } from '../../../database/workspaces-of.ts';
import type { AccessRow, AccessSource, Whose } from '../../people/access/access.service.ts';

/** Rules, which act with the rights of who saved them last. */

const listRules = statement<Whose>()(
  'access.rules',
  (_db, bind) => sql<AccessRow>`
    select id, workspace_id as workspace, name from rules
    where maker_id = any(${bind('people', 'bigint[]')}) and state = 'on'
      and workspace_id = any(${workspacesOf(bind)}) order by id`,
);

const pauseRules = statement<Whose & { ids: readonly number[] }>()(
  'access.pause_rules',
  (_db, bind) => sql<object>`
    update rules set state = 'paused', next_at = null,
      pause_reason = 'What acts for its maker was ended: save it anew.'
    where id = any(${bind('ids', 'bigint[]')}) and state = 'on'`,
);

export const ruleAccess: AccessSource = {
  ...{ tables: ['rules'], topic: 'rules' },
  ...{ list: listRules, end: pauseRules },
};
