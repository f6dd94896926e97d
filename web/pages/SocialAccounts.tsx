import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { networks } from '#contract/networks/networks.ts';
import type { Channel, NetworkInfo } from '#contract/publishing/channels.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { AccountRow } from '#web/features/publishing/AccountRow.tsx';
import { ConnectDialog } from '#web/features/publishing/ConnectDialog.tsx';
import { useChannels, useNetworks } from '#web/features/publishing/channel-queries.ts';
import { NetworkMark } from '#web/features/publishing/NetworkMark.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';

type Connecting = { network: NetworkInfo; channel?: Channel | undefined };

/** The accounts at networks that posts are published to. */
export default function SocialAccountsPage() {
  const channels = useChannels();
  const available = useNetworks();
  const workspace = useWorkspace().data;
  const manages = useCan('manage');
  const [query, setQuery] = useSearchParams();
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const isNew = Number(query.get('connected'));
  const failed = [channels, available].find(({ isError, data }) => isError && !data);

  // The link of a notification, or of 'Needs attention'.
  const wanted = channels.data?.find(({ id }) => id === Number(query.get('reconnect')));
  const wantedNetwork = available.data?.find(({ network }) => network === wanted?.network);
  const open =
    connecting ??
    (wanted && wantedNetwork && manages ? { network: wantedNetwork, channel: wanted } : null);
  const close = () => {
    setConnecting(null);
    if (query.has('reconnect')) setQuery({}, { replace: true });
  };

  return (
    <>
      <title>Social Accounts</title>
      <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="grow">
          <h1 className="font-semibold text-xl">Social Accounts</h1>
          <p className="mt-1 text-muted">Connect the accounts to publish to.</p>
        </div>
        {workspace && <TimesIn zone={workspace.time_zone} />}
      </div>
      {failed ? (
        <RetryAlert
          message={failed.error?.message || 'Failed to fetch the accounts'}
          onRetry={() => void failed.refetch()}
        />
      ) : (
        <ul className="flex flex-col gap-4">
          {available.data && channels.data && workspace ? (
            available.data
              .toSorted(byUse(channels.data))
              .map((info) => (
                <NetworkCard
                  key={info.network}
                  info={info}
                  channels={channels.data.filter(({ network }) => network === info.network)}
                  zone={workspace.time_zone}
                  isNew={isNew}
                  onConnect={(channel) => setConnecting({ network: info, channel })}
                />
              ))
          ) : (
            <li role="status" aria-label="Loading accounts" className="flex flex-col gap-4">
              <Skeleton className="h-18" />
              <Skeleton className="h-18" />
            </li>
          )}
        </ul>
      )}
      {open && (
        <ConnectDialog
          key={`${open.network.network} ${open.channel?.id}`}
          {...open}
          onClose={close}
          onConnected={(id) => setQuery({ connected: String(id) }, { replace: true })}
        />
      )}
    </>
  );
}

/** Networks with accounts come first. */
const byUse = (channels: readonly Channel[]) => (a: NetworkInfo, b: NetworkInfo) => {
  const isUsed = ({ network }: NetworkInfo) =>
    channels.some((channel) => channel.network === network);
  return Number(isUsed(b)) - Number(isUsed(a));
};

type CardProps = {
  info: NetworkInfo;
  channels: readonly Channel[];
  zone: string;
  isNew: number;
  onConnect: (channel?: Channel) => void;
};

function NetworkCard({ info, channels, zone, isNew, onConnect }: CardProps) {
  const manages = useCan('manage');
  const { network, name, ways, notices } = info;
  const { connect = `Connect ${name}`, line } = networks[network];
  const isSetUp = ways.some(({ missing }) => missing.length === 0);
  const connected = channels.filter(({ state }) => state === 'connected').length;
  return (
    <li className="rounded-base border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        <NetworkMark network={network} size="large" quiet />
        <div className="grow basis-28">
          <h2 className="font-semibold">{name}</h2>
          <p className="text-muted">{line}</p>
        </div>
        {!isSetUp && <span className="text-muted text-xs">Not set up on this server</span>}
        <Badge>{connected} Connected</Badge>
        {manages && <Button onClick={() => onConnect()}>{connect}</Button>}
      </div>
      {isSetUp &&
        notices.map((notice) => (
          <p key={notice} className="flex items-start gap-2 px-4 pb-3 text-muted text-xs">
            <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
            {notice}
          </p>
        ))}
      {channels.length > 0 && (
        <ul>
          {channels.map((channel) => (
            <AccountRow
              key={channel.id}
              channel={channel}
              zone={zone}
              isNew={channel.id === isNew}
              onReconnect={() => onConnect(channel)}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
