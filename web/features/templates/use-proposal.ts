import type { TemplatePlaces } from '#contract/content/templates.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { useChannels } from '#web/features/publishing/channel-queries.ts';
import { useChannelSets } from '#web/features/publishing/channel-set-queries.ts';
import { keepChoices } from '#web/features/publishing/kept-choices.ts';

/**
 * Lets the publish dialog of a draft begin with the channels and options of its template; where they
 * are not known, it begins as for any post.
 */
export function useProposal({ channel_set: set, channels: own, options }: TemplatePlaces) {
  const workspace = useWorkspace().data?.id;
  const channels = useChannels().data ?? [];
  const sets = useChannelSets().data ?? [];
  return (item: number) => {
    const named = set === null ? own : (sets.find(({ id }) => id === set)?.channels ?? []);
    const chosen = channels.filter(({ id, state }) => state === 'connected' && named.includes(id));
    if (workspace === undefined || chosen.length === 0) return;
    keepChoices(workspace, item, {
      chosen: chosen.map(({ id }) => id),
      options: Object.fromEntries(
        chosen.flatMap(({ id, network }) => {
          const given = options[network];
          return given && Object.keys(given).length ? [[id, given]] : [];
        }),
      ),
      when: { kind: 'now' },
    });
  };
}
