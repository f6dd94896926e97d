import { sql } from 'kysely';
import type { RuleProposal } from '#contract/automation/proposals.ts';
import { isLive } from '../../../database/fragments/live-posts.ts';
import { statement } from '../../../database/statement.ts';

type Workspace = { workspaceId: number };

/** Of the post of an item, the latest first; a part that is gone makes it a stale one. */
export const listProposals = statement<Workspace & { item: number; limit: number }>()(
  'rule_proposals.list',
  (_db, bind) => sql<RuleProposal>`
    select proposal.id, rule_id as rule, rule_name, asked, host, model, proposal.created_at as at, parts,
      exists (select from jsonb_to_recordset(parts) part (item bigint, before text)
        left join items on items.id = part.item and items.post_id = proposal.post_id
        where items.content is distinct from part.before) as is_stale
    from rule_proposals proposal
    where workspace_id = ${bind('workspaceId')} and proposal.post_id = (
      select post_id from items
      where workspace_id = ${bind('workspaceId')} and id = ${bind('item')} and ${isLive()})
    order by proposal.id desc limit ${bind('limit', 'integer')}`,
);

type Given = Workspace & {
  rule: number;
  run: number;
  post: number;
  name: string;
  asked: string;
  host: string;
  model: string;
  /** JSON. */
  parts: string;
};

/**
 * In place of the former one of the rule for the post, under another id: whoever decides about the one
 * that they see decides about no other.
 */
export const insertProposal = statement<Given>()(
  'rule_proposals.insert',
  (_db, bind) => sql<object>`
    insert into rule_proposals (workspace_id, post_id, rule_id, run_id, rule_name, asked, host, model,
      parts, created_at)
    values (${bind('workspaceId', 'bigint')}, ${bind('post', 'bigint')}, ${bind('rule', 'bigint')},
      ${bind('run', 'bigint')}, ${bind('name', 'text')}, ${bind('asked', 'text')},
      ${bind('host', 'text')}, ${bind('model', 'text')}, ${bind('parts', 'jsonb')},
      now())
    on conflict (rule_id, post_id) where rule_id is not null do update set id = default,
      run_id = excluded.run_id,
      rule_name = excluded.rule_name, asked = excluded.asked, host = excluded.host,
      model = excluded.model, parts = excluded.parts, created_at = excluded.created_at`,
);

export const removeProposal = statement<Workspace & { id: number }>()(
  'rule_proposals.remove',
  (_db, bind) => sql<{ item: number; rule_name: string }>`
    delete from rule_proposals where workspace_id = ${bind('workspaceId')} and id = ${bind('id')}
    returning rule_name, (select id from items where items.post_id = rule_proposals.post_id
      and position = 0) as item`,
);

/** Of a run that is undone. */
export const removeOfRun = statement<Workspace & { run: number }>()(
  'rule_proposals.remove_of_run',
  (_db, bind) => sql<object>`
    delete from rule_proposals
    where workspace_id = ${bind('workspaceId')} and run_id = ${bind('run')}`,
);

export const removeOldProposals = statement<{ days: number; limit: number }>()(
  'rule_proposals.remove_old',
  (_db, bind) => sql<object>`
    delete from rule_proposals where id = any(array(select id from rule_proposals
      where created_at < now() - make_interval(days => ${bind('days', 'integer')})
      order by created_at limit ${bind('limit', 'integer')}))
    returning id`,
);
