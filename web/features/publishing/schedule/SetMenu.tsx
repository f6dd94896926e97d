import { ChevronDown, Layers, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { type ChannelSet, MAX_SET_NAME } from '#contract/publishing/channel-sets.ts';
import { useCan } from '#web/api/workspace.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { forestOf, trailOf } from '#web/features/content/folders/tree.ts';
import {
  useChannelSets,
  useSaveSet,
} from '#web/features/publishing/channels/channel-set-queries.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import type { Choices } from './use-choices.ts';

type Props = { choices: Choices; onName: () => void };

/**
 * Chooses the channels of a set in one step, those of the folder of the post first; nothing where there is neither a set nor several channels.
 */
export function SetMenu({ choices, onName }: Props) {
  const { rows, chosen, chooseOnly, folder } = choices;
  const manages = useCan('manage');
  const sets = useChannelSets().data ?? [];
  const { data: folders } = useFolders();
  const trail = folder === undefined || !folders ? [] : trailOf(forestOf(folders), folder).ids;
  const isFirst = (set: ChannelSet) => set.folder !== null && trail.includes(set.folder);
  const inOrder = sets.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const connected = inOrder.map((set) => ({
    ...set,
    channels: set.channels.filter((id) => rows.some((channel) => channel.id === id)),
  }));
  const current = connected.find(
    ({ channels }) => channels.length === chosen.size && channels.every((id) => chosen.has(id)),
  );
  const canSave = manages && chosen.size > 0 && !current;
  if (sets.length === 0 && !(manages && rows.length > 1)) return null;
  return (
    <Menu
      trigger={
        <Button size="small" className="min-w-0" disabled={sets.length === 0 && !canSave}>
          <Layers size={14} aria-hidden className="shrink-0" />
          <span className="truncate">{current ? `Set: ${current.name}` : 'Sets'}</span>
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </Button>
      }
    >
      {connected.map(({ id, name, channels }) => (
        <MenuItem key={id} icon={Layers} onSelect={() => chooseOnly(channels)}>
          <span className="max-w-60 truncate">{name}</span>
          <span className="ml-auto pl-3 text-muted text-xs">
            {plural(channels.length, 'channel')}
          </span>
        </MenuItem>
      ))}
      {canSave && (
        <MenuItem icon={Plus} onSelect={onName}>
          Save as set…
        </MenuItem>
      )}
    </Menu>
  );
}

/** Names the chosen channels as a set. */
export function SetName({ choices, onClose }: { choices: Choices; onClose: () => void }) {
  const { rows, chosen } = choices;
  const save = useSaveSet();
  const [name, setName] = useState('');
  const id = useId();
  const channels = rows.filter((channel) => chosen.has(channel.id)).map((channel) => channel.id);
  return (
    <form
      aria-labelledby={id}
      className="flex flex-wrap items-end gap-2 border-line border-b bg-sunken px-4 py-3 md:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() && channels.length > 0)
          save.mutate({ name, channels }, { onSuccess: onClose });
      }}
    >
      <Field label={`Name of the set of ${plural(channels.length, 'channel')}`} className="grow">
        <Input
          autoFocus
          required
          maxLength={MAX_SET_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        id={id}
        type="submit"
        busy={save.isPending}
        disabled={!name.trim() || channels.length === 0}
      >
        Save set
      </Button>
    </form>
  );
}
