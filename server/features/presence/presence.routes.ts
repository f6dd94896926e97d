import { bePresent, PRESENT_SECONDS } from '#contract/presence.ts';
import type { Parts } from '../../parts.ts';
import { getItem } from '../items/items.service.ts';
import { come, leave, listOthers } from './presence.sql.ts';

export function presenceRoutes({ bind, database, live }: Parts) {
  bind(bePresent, async ({ person, params, body: { tab, here } }) => {
    const { id, thread_root } = await getItem(database, person, params.id);
    const key = { item: thread_root ?? id, userId: person.userId, tab, seconds: PRESENT_SECONDS };
    const [moved] = here ? await come(database, key) : (await leave(database, key)).map(() => ({ came: true }));
    // Who only says again that they are there changes nothing.
    if (moved?.came) live.announce(person.workspaceId, 'presence', tab);
    return listOthers(database, { ...key, workspaceId: person.workspaceId });
  });
}
