import { notify } from '../../../people/notifications/notifications.service.ts';
import type { Command } from '../engine.ts';
import * as sql from '../runs.sql.ts';
import type { ActionContext, Done } from './action-context.ts';

/** How rules tell people, and programs. */

export const many = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

export async function tell(
  { tx, actor, item, facts, rule, ruleName }: ActionContext,
  { people, author, told = null }: Command & { do: 'notify' },
): Promise<Done> {
  const { workspaceId } = actor;
  const [found] = item === null ? [] : await sql.findPost(tx, { workspaceId, item });
  const wanted = [...people, ...(author ? [found?.author ?? facts.author ?? 0] : [])];
  const members = await sql.findMembers(tx, { workspaceId, ids: wanted });
  const about = found
    ? { kind: 'rule_notice' as const, post: found.post }
    : { kind: 'rule_ran' as const };
  // Nobody acted: its maker is told, too.
  await notify(
    tx,
    { workspaceId, userId: null },
    members.map(({ user }) => ({ user, ...about })),
  );
  const results = [
    ...(wanted.length
      ? [`${many(members.length, 'person').replace('persons', 'people')} notified.`]
      : []),
  ];
  if (told !== null) {
    const said = { workspaceId, rule, name: ruleName, text: told, item };
    const [endpoints] = await sql.tellWebhooks(tx, said);
    results.push(
      endpoints?.count
        ? `${many(endpoints.count, 'endpoint')} told.`
        : 'No webhook asks for ‘rule.told’.',
    );
  }
  return { result: results.join(' '), item, undo: null };
}
