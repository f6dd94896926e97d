import { listMentioned, MAX_MENTIONED } from '#contract/content/mentioned.ts';
import { isHandle, MENTIONING } from '#contract/content/mentions.ts';
import type { AppContext } from '../../../context.ts';
import { findMentioned } from './mentioned.sql.ts';

export function mentionedRoutes({ bind, database }: AppContext) {
  bind(listMentioned, async ({ person: { workspaceId }, query }) => {
    const found = await findMentioned(database, {
      ...{ workspaceId, text: query.q, limit: MAX_MENTIONED },
    });
    // What was written may be no handle of its network.
    return found.map(({ name, handles }) => ({
      name,
      handles: Object.fromEntries(
        MENTIONING.flatMap((network) => {
          const handle = handles[network];
          return handle !== undefined && isHandle(network, handle) ? [[network, handle]] : [];
        }),
      ),
    }));
  });
}
