import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';

type Props = {
  channels: readonly Pick<Channel, 'id' | 'handle' | 'network'>[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
};

/** A box for each channel. */
export const ChannelBoxes = ({ channels, chosen, onChange }: Props) =>
  channels.map(({ id, handle, network }) => (
    <Checkbox
      key={id}
      checked={chosen.has(id)}
      onChange={(on) => {
        const next = new Set(chosen);
        if (on) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    >
      {handle} on {NETWORK_NAMES[network]}
    </Checkbox>
  ));
