import type { TemplatePlaces } from '#contract/content/templates.ts';
import { listChannelSets } from '#contract/publishing/channel-sets.ts';
import { listChannels } from '#contract/publishing/channels.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { keepChoices } from '#web/features/publishing/kept-choices.ts';

/**
 * The publish dialog of a draft begins with the channels and options of its template; where this
 * fails, with what it proposes of any post.
 */
export async function proposePlaces(workspace: number, item: number, places: TemplatePlaces) {
  const { channel_set: set, options } = places;
  if (set === null && places.channels.length === 0) return;
  const [channels, sets] = await Promise.all([
    queryClient.fetchQuery({ queryKey: keys.channels, queryFn: () => call(listChannels, {}) }),
    queryClient.fetchQuery({
      queryKey: keys.channelSets,
      queryFn: () => call(listChannelSets, {}),
    }),
  ]);
  const named =
    set === null ? places.channels : (sets.find(({ id }) => id === set)?.channels ?? []);
  const chosen = channels.filter(({ id, state }) => state === 'connected' && named.includes(id));
  if (chosen.length === 0) return;
  keepChoices(workspace, item, {
    chosen: chosen.map(({ id }) => id),
    options: Object.fromEntries(
      chosen.flatMap(({ id, network }) => {
        const own = options[network];
        return own && Object.keys(own).length ? [[id, own]] : [];
      }),
    ),
    when: { kind: 'now' },
  });
}
