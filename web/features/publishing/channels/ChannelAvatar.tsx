import type { Channel } from '#contract/publishing/channels.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { AccountPicture } from './AccountPicture.tsx';
import { useChannels } from './channel-queries.ts';

type Props = { channel: Pick<Channel, 'id' | 'network' | 'name'> };

/** The picture of a channel, with the mark of its network. */
export function ChannelAvatar({ channel: { id, network, name } }: Props) {
  const picture = useChannels().data?.find((channel) => channel.id === id)?.picture ?? null;
  return (
    <span aria-hidden className="relative shrink-0">
      <AccountPicture account={{ name, picture }} size="larger" />
      <NetworkMark
        network={network}
        className="absolute -right-1.5 -bottom-1.5 ring-2 ring-surface"
      />
    </span>
  );
}
