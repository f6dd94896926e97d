import { Layers, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ChannelSet } from '#contract/publishing/channel-sets.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import {
  useChannelSets,
  useDeleteSet,
} from '#web/features/publishing/channels/channel-set-queries.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { SetDialog, SetMarks } from './SetDialog.tsx';

type Props = {
  /** Those that are not disconnected. */
  channels: readonly Channel[];
};

/** The named groups of channels; nothing where there is neither one nor several channels. */
export function ChannelSets({ channels }: Props) {
  const manages = useCan('manage');
  const sets = useChannelSets().data ?? [];
  const remove = useDeleteSet();
  const [edited, setEdited] = useState<ChannelSet | 'new' | null>(null);
  const [asked, setAsked] = useState<ChannelSet | null>(null);
  if (sets.length === 0 && !(manages && channels.length > 1)) return null;
  return (
    <section aria-label="Channel sets" className="rounded-base border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <div className="grow basis-60">
          <h2 className="font-semibold">Channel sets</h2>
          <p className="text-muted">Accounts that the publish dialog chooses together.</p>
        </div>
        {manages && channels.length > 0 && (
          <Button onClick={() => setEdited('new')}>
            <Plus size={16} aria-hidden />
            New set
          </Button>
        )}
      </div>
      {sets.length > 0 && (
        <ul>
          {sets.map((set) => (
            <li
              key={set.id}
              className="flex min-h-12 items-center gap-3 border-line border-t py-1.5 pr-3 pl-4"
            >
              <Layers size={16} aria-hidden className="shrink-0 text-muted" />
              <p className="min-w-0 truncate font-medium">{set.name}</p>
              <p className="shrink-0 text-muted text-xs">
                {plural(set.channels.length, 'channel')}
              </p>
              <span className="min-w-0 max-sm:hidden">
                <SetMarks set={set} channels={channels} />
              </span>
              {manages && (
                <Menu
                  trigger={
                    <Button
                      variant="ghost"
                      size="icon"
                      className="ml-auto"
                      aria-label={`More actions for the set ${set.name}`}
                      title="More"
                    >
                      <MoreHorizontal size={16} aria-hidden />
                    </Button>
                  }
                >
                  <MenuItem icon={Pencil} onSelect={() => setEdited(set)}>
                    Edit
                  </MenuItem>
                  <MenuItem icon={Trash2} danger onSelect={() => setAsked(set)}>
                    Delete
                  </MenuItem>
                </Menu>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <SetDialog
          set={edited === 'new' ? undefined : edited}
          channels={channels}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        title={`Delete the set ${asked?.name}?`}
        question="Its accounts stay connected. What is scheduled keeps its channels."
        confirm="Delete"
        onConfirm={() => {
          if (asked) remove.mutate(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}
