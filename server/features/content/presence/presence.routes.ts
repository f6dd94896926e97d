import { PRESENT_SECONDS, reportPresence } from '#contract/content/presence.ts';
import type { AppContext } from '../../../context.ts';
import { singleStatement } from '../../../database/transaction.ts';
import { announceOfPost, getPostOf } from '../posts/posts.service.ts';
import { come, leave, listOthers } from './presence.sql.ts';

export function presenceRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(reportPresence, async ({ person, params, body: { tab, here } }) => {
    const { workspaceId, userId } = person;
    const { post } = await getPostOf(database, person, params.id);
    const key = { workspaceId, post, userId, tab, seconds: PRESENT_SECONDS };
    await singleStatement(context, async (tx) => {
      const [moved] = here
        ? await come(tx, key)
        : (await leave(tx, key)).map(() => ({ is_new: true }));
      // A repeated heartbeat changes nothing.
      if (moved?.is_new) await announceOfPost(tx, { ...person, tab }, 'presence', post);
    });
    return listOthers(database, key);
  });
}
