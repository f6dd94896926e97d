import {
  CircleAlert,
  CircleCheck,
  ExternalLink,
  ListOrdered,
  MoreHorizontal,
  Plug,
  Unplug,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import { paths } from '#contract/paths.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { QueueSummary } from '#contract/publishing/queue.ts';
import { useCan } from '#web/api/workspace.ts';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import {
  useChannelSettings,
  useDisconnect,
} from '#web/features/publishing/channels/channel-queries.ts';
import { useQueues } from '#web/features/publishing/slots/queue-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

const WARN_MS = 14 * 24 * 60 * 60_000;

type Props = {
  channel: Channel;
  zone: string;
  /** It was connected just now. */
  isNew: boolean;
  onReconnect: () => void;
  /** What there is to say of its figures. */
  figures: ReactNode;
};

/** A connected account, or one that was. */
export function AccountRow({ channel, zone, isNew, onReconnect, figures }: Props) {
  const manages = useCan('manage');
  const disconnect = useDisconnect();
  const navigate = useNavigate();
  const queue = useQueues().data?.find((queue) => queue.channel === channel.id);
  const [asking, setAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { id, network, handle, name, state, limits, waiting } = channel;
  const isConnected = state === 'connected';
  useEffect(() => {
    if (isNew) row.current?.focus();
  }, [isNew]);
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-1.5 pr-3 pl-4 outline-none transition-colors duration-500 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_11rem]',
        isNew && 'bg-accent-soft',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <ChannelAvatar channel={channel} />
        <div className="min-w-0">
          <p className="line-clamp-2 break-words font-medium" title={handle}>
            {handle}
          </p>
          {name !== handle && <p className="truncate text-muted text-xs">{name}</p>}
        </div>
      </div>
      <div className="contents max-lg:order-last max-lg:col-span-2 max-lg:flex max-lg:flex-wrap max-lg:gap-x-6 max-lg:gap-y-1 max-lg:pl-12">
        <State channel={channel} zone={zone} />
        <div className="text-xs max-lg:flex max-lg:gap-x-2 max-sm:hidden">
          <p className="tabular-nums">{limitOf(network, limits).toLocaleString('en')} characters</p>
          <p className="truncate text-muted">
            {waiting > 0
              ? `${plural(waiting, 'post')} ${isConnected ? 'scheduled' : 'on hold'}`
              : limits.characters
                ? `Limit set by ${channel.server}`
                : 'Nothing scheduled'}
          </p>
        </div>
        <div className="text-xs max-lg:flex max-lg:gap-x-2">
          {queue && <Slots queue={queue} zone={zone} />}
        </div>
      </div>
      <div className="flex items-center justify-end gap-1">
        {network === 'practice' && isConnected && (
          <Button asChild className="h-8">
            <Link to={paths.practice(id)}>Open page</Link>
          </Button>
        )}
        {!isConnected && manages && (
          <Button className="h-8" onClick={onReconnect}>
            <Plug size={14} aria-hidden />
            Reconnect
          </Button>
        )}
        {(manages || channel.url || isConnected) && (
          <Menu
            trigger={
              <Button
                variant="ghost"
                size="icon"
                aria-label={`More actions for ${handle}`}
                title="More"
              >
                <MoreHorizontal size={16} aria-hidden />
              </Button>
            }
          >
            {channel.url && (
              <MenuItem
                icon={ExternalLink}
                onSelect={() => window.open(channel.url ?? '', '_blank', 'noreferrer')}
              >
                Open on {NETWORK_NAMES[network]}
              </MenuItem>
            )}
            {isConnected && (
              <MenuItem icon={ListOrdered} onSelect={() => navigate(paths.queue(id))}>
                Queue and slots
              </MenuItem>
            )}
            {manages && (
              <MenuItem icon={Plug} onSelect={onReconnect}>
                Reconnect
              </MenuItem>
            )}
            {manages && isConnected && (
              <MenuItem icon={Unplug} danger onSelect={() => setAsking(true)}>
                Disconnect
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
      {limits.unreachable && (
        <p className="col-span-full flex items-start gap-1.5 pl-12 text-xs">
          <CircleAlert size={14} aria-hidden className="mt-px shrink-0 text-warning" />
          It can’t fetch files from this server
        </p>
      )}
      {figures}
      <Settings channel={channel} />
      <ConfirmDialog
        open={asking}
        title={`Disconnect ${handle}?`}
        question={`${
          waiting > 0
            ? `${plural(waiting, 'scheduled publication')} ${waiting === 1 ? 'is' : 'are'} held until it is reconnected. `
            : ''
        }What is published stays. The history is kept.`}
        confirm="Disconnect"
        onConfirm={() => {
          disconnect.mutate({ id, handle });
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

const Slots = ({ queue, zone }: { queue: QueueSummary; zone: string }) => (
  <>
    <p>
      <Link to={paths.queue(queue.channel)} className="font-medium text-accent underline">
        {queue.slots.length > 0 ? `${plural(queue.slots.length, 'slot')} a week` : 'Add slots'}
      </Link>
    </p>
    <p className="text-muted tabular-nums">
      {queue.paused
        ? `${plural(queue.count, 'post')} held`
        : queue.next_free
          ? `Next free: ${zonedTime(queue.next_free.at, zone)}`
          : queue.slots.length === 0 && 'No slots yet'}
    </p>
  </>
);

function State({
  channel: { state, state_since, expires_at },
  zone,
}: {
  channel: Channel;
  zone: string;
}) {
  const left = expires_at ? Date.parse(expires_at) - Date.now() : Number.POSITIVE_INFINITY;
  const isEnding = state === 'connected' && left < WARN_MS;
  const [Icon, text, look, more] =
    state !== 'connected'
      ? ([Unplug, 'Not connected', 'text-danger', `since ${zonedTime(state_since, zone)}`] as const)
      : isEnding && expires_at
        ? ([
            CircleAlert,
            'Expires soon',
            'text-warning',
            `on ${zonedTime(expires_at, zone)}`,
          ] as const)
        : ([
            CircleCheck,
            'Connected',
            'text-fine',
            expires_at ? `until ${zonedTime(expires_at, zone)}` : 'Never expires',
          ] as const);
  return (
    <div className="text-xs max-lg:flex max-lg:gap-x-2">
      <p className="flex items-center gap-1.5 font-medium">
        <Icon size={14} aria-hidden className={look} />
        {text}
      </p>
      <p className="text-muted tabular-nums">{more}</p>
    </div>
  );
}

/** What is chosen for all publications of a channel. */
function Settings({ channel: { id, network, settings } }: { channel: Channel }) {
  const manages = useCan('manage');
  const save = useChannelSettings();
  const choices = networks[network].settings ?? [];
  if (!manages || choices.length === 0) return null;
  return choices.map(({ name, label, values = [] }) => (
    <div
      key={name}
      className="col-span-full flex flex-wrap items-center gap-1.5 pl-12 text-muted text-xs"
    >
      <span>{label}</span>
      <Select
        aria-label={label}
        className="h-7 w-auto max-w-full px-2"
        value={settings[name] ?? values[0]?.value}
        options={values}
        onChange={(value) => save.mutate({ id, settings: { ...settings, [name]: value } })}
      />
    </div>
  ));
}
