import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import { useCapabilities } from '#web/api/workspace.ts';
import type { CalendarActions } from './actions.ts';
import { latestEntry, moveEntry, planDraft } from './calendar-queries.ts';
import { type Entry, isEntryMovable } from './entries.ts';
import { anchorOf, type Open } from './opened.ts';
import type { Shown } from './use-shown.ts';

/** The actions of what is shown; the same ones until that changes. */
export function useProvidedActions(shown: Shown, open: Open): CalendarActions {
  const { zone, workspaceZone, today, channels, query } = shown;
  const navigate = useNavigate();
  const can = useCapabilities();
  const known = useMemo(
    () => new Map(channels?.map((channel) => [channel.id, channel])),
    [channels],
  );
  // Slots are in the zone of the workspace, and new posts are planned in it.
  const inWorkspaceZone = (local: string) =>
    zone === workspaceZone ? local : localOf(resolveLocal(local, zone).instant, workspaceZone);
  const mayMove = (entry: Entry) =>
    isEntryMovable(entry) &&
    can('write') &&
    (can('decide') ||
      entry.members.every(({ state }) => state === 'draft' || state === 'proposed'));
  // The functions see the present state through closures: the value changes with it alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: those are functions of these
  return useMemo<CalendarActions>(
    () => ({
      channels: known,
      zone,
      today,
      mayMove,
      writes: can('write'),
      open: (entry, element) => open({ what: 'entry', key: entry.key, anchor: anchorOf(element) }),
      openDay: (day, element) => open({ what: 'day', day, anchor: anchorOf(element) }),
      ask: (entry) => open({ what: 'move', entry }),
      move: (entry, local, slot) =>
        moveEntry(
          entry,
          slot ? { local: inWorkspaceZone(local), zone: workspaceZone, slot } : { local, zone },
          zone,
        ),
      latest: (drawn) => latestEntry(drawn, query, zone),
      cancel: (entry) => open({ what: 'cancel', entry }),
      create: (local) => void navigate(paths.createContentAt(inWorkspaceZone(local))),
      plan: (item, local) => void planDraft(item, { local, zone }),
      note: (day, id) => open({ what: 'note', day, id }),
    }),
    [known, zone, workspaceZone, today, query, can('write'), can('decide')],
  );
}
