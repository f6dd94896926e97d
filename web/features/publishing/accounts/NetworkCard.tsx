import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { networks } from '#contract/networks/networks.ts';
import type { Channel, NetworkInfo } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AccountRow } from './AccountRow.tsx';
import { missingOf } from './SetupDialog.tsx';

/** The accounts of a network that are shown at first. */
const MAX_ROWS = 8;

type CardProps = Omit<HeadProps, 'onConnect'> & {
  channels: readonly Channel[];
  zone: string;
  /** The channel that was connected just now. */
  isNew: number;
  /** All accounts are shown, whatever their number. */
  isWhole: boolean;
  onConnect: (channel?: Channel) => void;
  /** What there is to say of the figures of a channel. */
  figuresOf: (channel: Channel) => ReactNode;
};

/** A network with its accounts: those that need somebody first. */
export function NetworkCard({
  channels,
  zone,
  isNew,
  isWhole,
  onConnect,
  figuresOf,
  ...head
}: CardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const sorted = channels.toSorted(
    (a, b) => Number(b.state === 'reconnect') - Number(a.state === 'reconnect'),
  );
  const shown =
    isOpen || isWhole || sorted.length <= MAX_ROWS + 1 || sorted.some(({ id }) => id === isNew)
      ? sorted
      : sorted.slice(0, MAX_ROWS);
  return (
    <li className="rounded-base border border-line bg-surface">
      <NetworkHead {...head} onConnect={() => onConnect()} />
      <ul>
        {shown.map((channel) => (
          <AccountRow
            key={channel.id}
            channel={channel}
            zone={zone}
            isNew={channel.id === isNew}
            onReconnect={() => onConnect(channel)}
            figures={figuresOf(channel)}
          />
        ))}
      </ul>
      {shown.length < sorted.length && (
        <div className="border-line border-t px-1 py-1">
          <Button variant="link" onClick={() => setIsOpen(true)}>
            Show {sorted.length - shown.length} more
          </Button>
        </div>
      )}
    </li>
  );
}

export const isSetUp = ({ ways }: NetworkInfo) => ways.some(({ missing }) => missing.length === 0);

type SectionProps = {
  onConnect: (network: NetworkInfo) => void;
  onSetUp: (network: NetworkInfo) => void;
  title: string;
  hint?: string | undefined;
  networks: readonly NetworkInfo[];
};

/** Networks without an account, below a heading. */
export const NetworkSection = ({
  title,
  hint,
  networks: infos,
  onConnect,
  onSetUp,
}: SectionProps) => (
  <section aria-label={title} className="pt-4">
    <h2 className="font-semibold">{title}</h2>
    {hint && <p className="text-muted">{hint}</p>}
    <ul className="mt-3 rounded-base border border-line bg-surface *:border-line *:not-first:border-t">
      {infos.map((info) => (
        <li key={info.network}>
          <NetworkHead
            info={info}
            connected={0}
            onConnect={() => onConnect(info)}
            onSetUp={() => onSetUp(info)}
          />
        </li>
      ))}
    </ul>
  </section>
);

type HeadProps = {
  info: NetworkInfo;
  connected: number;
  onConnect: () => void;
  onSetUp: () => void;
};

function NetworkHead({ info, connected, onConnect, onSetUp }: HeadProps) {
  const manages = useCan('manage');
  const { network, name, ways, notices } = info;
  const { connect = `Connect ${name}`, line } = networks[network];
  const isReady = isSetUp(info);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <NetworkMark network={network} size="large" quiet />
        <div className="grow basis-40">
          <h3 className="font-semibold">{name}</h3>
          <p className="text-muted text-xs">{isReady ? line : <Needs ways={ways} />}</p>
        </div>
        {isReady && <Badge>{connected} Connected</Badge>}
        {manages &&
          (isReady ? (
            <Button onClick={onConnect}>{connect}</Button>
          ) : (
            <Button aria-label={`How to set up ${name}`} onClick={onSetUp}>
              How to set up
            </Button>
          ))}
      </div>
      {isReady &&
        notices.map((notice) => (
          <p key={notice} className="flex items-start gap-2 px-4 pb-3 text-muted text-xs">
            <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
            {notice}
          </p>
        ))}
    </>
  );
}

/** The settings that a network lacks, where they are named. */
function Needs({ ways }: Pick<NetworkInfo, 'ways'>) {
  const text = missingOf(ways).join(' ');
  const settings = [...new Set(text.split(/[^A-Z_]/).filter((word) => word.includes('_')))];
  if (settings.length === 0) return text;
  return (
    <span className="flex flex-wrap items-center gap-1">
      Needs
      {settings.map((name) => (
        <code key={name} className="rounded-sm bg-sunken px-1 text-text">
          {name}
        </code>
      ))}
    </span>
  );
}
