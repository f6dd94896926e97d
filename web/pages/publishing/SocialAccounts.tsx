import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Channel, NetworkInfo } from '#contract/publishing/channels.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { useBudget, usePermissions } from '#web/features/analytics/readings/budget-queries.ts';
import { ChannelReadings } from '#web/features/analytics/readings/ChannelReadings.tsx';
import { ChannelSets } from '#web/features/publishing/accounts/ChannelSets.tsx';
import { ConnectDialog } from '#web/features/publishing/accounts/ConnectDialog.tsx';
import {
  isSetUp,
  NetworkCard,
  NetworkSection,
} from '#web/features/publishing/accounts/NetworkCard.tsx';
import { SetupDialog } from '#web/features/publishing/accounts/SetupDialog.tsx';
import { useChannels, useNetworks } from '#web/features/publishing/channels/channel-queries.ts';
import { useChannelSets } from '#web/features/publishing/channels/channel-set-queries.ts';
import { MANY_CHANNELS, matches } from '#web/features/publishing/schedule/ChannelList.tsx';
import { useQueues } from '#web/features/publishing/slots/queue-queries.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';

type Connecting = { network: NetworkInfo; channel?: Channel | undefined };

/** The accounts at networks that posts are published to. */
export default function SocialAccountsPage() {
  const channels = useChannels();
  const available = useNetworks();
  // What rows and sections show of them would move what is below.
  const isArranged = [useQueues(), useChannelSets(), usePermissions(), useBudget()].every(
    ({ isPending }) => !isPending,
  );
  const workspace = useWorkspace().data;
  const manages = useCan('manage');
  const [query, setQuery] = useSearchParams();
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const [setUp, setSetUp] = useState<NetworkInfo | null>(null);
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
        <div className="min-h-4">{workspace && <TimesIn zone={workspace.time_zone} />}</div>
      </div>
      {failed ? (
        <RetryAlert
          message={failed.error?.message || 'Failed to fetch the accounts'}
          onRetry={() => void failed.refetch()}
        />
      ) : available.data && channels.data && workspace && isArranged ? (
        <Accounts
          available={available.data}
          channels={channels.data}
          zone={workspace.time_zone}
          isNew={Number(query.get('connected'))}
          onConnect={(network, channel) => setConnecting({ network, channel })}
          onSetUp={setSetUp}
        />
      ) : (
        <div role="status" aria-label="Loading accounts" className="flex flex-col gap-4">
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
        </div>
      )}
      {open && (
        <ConnectDialog
          key={`${open.network.network} ${open.channel?.id}`}
          {...open}
          onClose={close}
          onConnected={(id) => setQuery({ connected: String(id) }, { replace: true })}
        />
      )}
      {setUp && <SetupDialog network={setUp} onClose={() => setSetUp(null)} />}
    </>
  );
}

type AccountsProps = {
  available: readonly NetworkInfo[];
  channels: readonly Channel[];
  zone: string;
  /** The channel that was connected just now. */
  isNew: number;
  onConnect: (network: NetworkInfo, channel?: Channel) => void;
  onSetUp: (network: NetworkInfo) => void;
};

/** Connected accounts, sets, networks that can be connected, and those that the server lacks. */
function Accounts({ available, channels, zone, isNew, onConnect, onSetUp }: AccountsProps) {
  const manages = useCan('manage');
  const [filter, setFilter] = useState('');
  const own = ({ network }: NetworkInfo) =>
    channels.filter((channel) => channel.network === network);
  const used = available.filter((info) => own(info).length > 0);
  const others = available.filter((info) => own(info).length === 0);
  // Practice needs nothing elsewhere: it is the first step.
  const ready = others
    .filter(isSetUp)
    .toSorted((a, b) => Number(b.network === 'practice') - Number(a.network === 'practice'));
  const missing = others.filter((info) => !isSetUp(info));
  const shown = used.flatMap((info) => {
    const found = own(info).filter((channel) => matches(channel, filter));
    return found.length > 0 ? [{ info, found }] : [];
  });
  return (
    <div className="flex flex-col gap-4">
      {channels.length >= MANY_CHANNELS && (
        <SearchInput
          className="max-w-80"
          aria-label="Filter accounts"
          placeholder="Filter by name or network"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      {used.length > 0 && shown.length === 0 && (
        <p role="status" className="text-muted">
          No account matches.
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label="Connected networks" className="flex flex-col gap-4">
          {shown.map(({ info, found }) => (
            <NetworkCard
              key={info.network}
              info={info}
              channels={found}
              connected={own(info).filter(({ state }) => state === 'connected').length}
              zone={zone}
              isNew={isNew}
              isWhole={filter !== ''}
              onConnect={(channel) => onConnect(info, channel)}
              onSetUp={() => onSetUp(info)}
              figuresOf={(channel) => (
                <ChannelReadings
                  channel={channel}
                  channels={channels}
                  onReconnect={() => onConnect(info, channel)}
                />
              )}
            />
          ))}
        </ul>
      )}
      <ChannelSets channels={channels.filter(({ state }) => state !== 'disconnected')} />
      {ready.length > 0 && (
        <NetworkSection
          title={used.length > 0 ? 'More networks' : 'Networks'}
          networks={ready}
          onConnect={onConnect}
          onSetUp={onSetUp}
        />
      )}
      {missing.length > 0 && (
        <NetworkSection
          title="Not set up on this server"
          hint={
            manages
              ? 'The operator of this server sets these up once. Then everyone can connect accounts here.'
              : undefined
          }
          networks={missing}
          onConnect={onConnect}
          onSetUp={onSetUp}
        />
      )}
    </div>
  );
}
