import { useState } from 'react';
import type { Queue } from '#contract/publishing/queue.ts';
import { ChannelBoxes } from '#web/features/publishing/channels/ChannelBoxes.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useSetSlots } from './queue-queries.ts';
import { without } from './slots.ts';

/** Replaces the slots of other channels by those of this one. */
export function CopySlotsDialog({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const others = (useChannels().data ?? []).filter(
    ({ id, state }) => id !== queue.channel.id && state === 'connected',
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const save = useSetSlots();
  async function copy() {
    for (const channel of chosen)
      await save.mutateAsync({ channel, slots: without(queue.slots) }).catch(() => {});
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy slots to…"
      description="They replace the slots of the chosen channels. Posts keep their times."
    >
      {others.length === 0 && <p className="text-muted">No other account is connected.</p>}
      <div className="flex flex-col">
        <ChannelBoxes channels={others} chosen={chosen} onChange={setChosen} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen.size === 0}
          busy={save.isPending}
          onClick={() => void copy()}
        >
          Copy to {plural(chosen.size, 'channel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
