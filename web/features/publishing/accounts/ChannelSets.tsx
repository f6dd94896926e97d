import { Layers, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type ChannelSet, MAX_SET_NAME } from '#contract/publishing/channel-sets.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ChannelBoxes } from '../ChannelBoxes.tsx';
import { useChannelSets, useDeleteSet, useSaveSet } from '../channel-set-queries.ts';
import { NetworkMark } from '../NetworkMark.tsx';

/** The marks of a row; more are counted. */
const MAX_MARKS = 8;

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
              <Marks set={set} channels={channels} />
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

function Marks({ set, channels }: Props & { set: ChannelSet }) {
  const own = channels.filter(({ id }) => set.channels.includes(id));
  return (
    <span className="flex min-w-0 items-center gap-1 overflow-hidden max-sm:hidden">
      {own.slice(0, MAX_MARKS).map(({ id, network }) => (
        <NetworkMark key={id} network={network} />
      ))}
      {own.length > MAX_MARKS && (
        <span className="text-muted text-xs">+{own.length - MAX_MARKS}</span>
      )}
    </span>
  );
}

function SetDialog({
  set,
  channels,
  onClose,
}: Props & { set: ChannelSet | undefined; onClose: () => void }) {
  const save = useSaveSet();
  const [name, setName] = useState(set?.name ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(set?.channels));
  const isComplete = name.trim() !== '' && chosen.size > 0;
  return (
    <Dialog open onClose={onClose} title={set ? 'Edit set' : 'New set'}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete)
            save.mutate({ id: set?.id, name, channels: [...chosen] }, { onSuccess: onClose });
        }}
      >
        <Field label="Name">
          <Input
            required
            maxLength={MAX_SET_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <fieldset className="flex max-h-80 flex-col overflow-y-auto">
          <legend className="mb-1.5 font-medium">
            Channels <span className="font-normal text-muted text-xs">{chosen.size} chosen</span>
          </legend>
          <ChannelBoxes channels={channels} chosen={chosen} onChange={setChosen} />
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isComplete}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
