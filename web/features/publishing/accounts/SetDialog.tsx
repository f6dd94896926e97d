import { useState } from 'react';
import { type ChannelSet, MAX_SET_NAME } from '#contract/publishing/channel-sets.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { ChannelBoxes } from '#web/features/publishing/channels/ChannelBoxes.tsx';
import { useSaveSet } from '#web/features/publishing/channels/channel-set-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

/** The marks of a row; more are counted. */
const MAX_MARKS = 8;

type Props = {
  /** Those that are not disconnected. */
  channels: readonly Channel[];
};

/** The networks of a set. */
export function SetMarks({ set, channels }: Props & { set: ChannelSet }) {
  const own = channels.filter(({ id }) => set.channels.includes(id));
  return (
    <span className="flex min-w-0 items-center gap-1 overflow-hidden">
      {own.slice(0, MAX_MARKS).map(({ id, network }) => (
        <NetworkMark key={id} network={network} />
      ))}
      {own.length > MAX_MARKS && (
        <span className="text-muted text-xs">+{own.length - MAX_MARKS}</span>
      )}
    </span>
  );
}

type DialogProps = Props & {
  /** Undefined: a new one. */
  set: ChannelSet | undefined;
  onSaved?: (set: ChannelSet) => void;
  onClose: () => void;
};

/** The name and the channels of a set. */
export function SetDialog({ set, channels, onSaved, onClose }: DialogProps) {
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
            save.mutate(
              { id: set?.id, name, channels: [...chosen], folder: set?.folder ?? null },
              {
                onSuccess: (saved) => {
                  onSaved?.(saved);
                  onClose();
                },
              },
            );
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
