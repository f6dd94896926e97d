import { CalendarClock, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import {
  useDraftTime,
  usePublicationsOf,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { states } from '#web/features/publishing/publications/StatePill.tsx';
import { MoveTimeDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';

type Props = {
  /** Undefined where nothing is saved yet. */
  item: Item | undefined;
  /** Chooses channels, and a time. */
  onAdd: () => void;
};

/** Where a text that is being edited is published, and when: a row for each channel. */
export function EditorPublications({ item, onAdd }: Props) {
  const zone = useWorkspace().data?.time_zone;
  const isPublished = item !== undefined && item.publications !== null;
  const publications = latestOf(usePublicationsOf(item?.id ?? 0, isPublished).data ?? []);
  const planned = useDraftTime(item && !isPublished ? item.id : undefined).data?.time;
  const channels = useChannels().data ?? [];
  const isOut =
    isPublished && publications.some(({ sent, state }) => sent > 0 || state === 'publishing');
  return (
    <section aria-label="Publishing" className="flex flex-col gap-1 border-line border-t p-4">
      <div className="flex items-center justify-between">
        <h2 className="font-semibold text-[13px]">Publishing</h2>
        <Button variant="link" className="-mr-2 h-7 px-2 text-xs" onClick={onAdd}>
          <Plus size={14} aria-hidden />
          Add channel
        </Button>
      </div>
      {isPublished && zone ? (
        <ul>
          {publications.map((publication) => (
            <PublicationRow key={publication.id} publication={publication} zone={zone} />
          ))}
        </ul>
      ) : planned && zone ? (
        <>
          <ul>
            {channels
              .filter(({ id }) => planned.channels.includes(id))
              .map((channel) => (
                <PlannedRow
                  key={channel.id}
                  channel={channel}
                  time={zonedTime(planned.due_at, zone)}
                  onOpen={onAdd}
                />
              ))}
          </ul>
          <p className="text-muted text-xs">
            Not scheduled yet. Planned for {zonedTime(planned.due_at, zone)}.
          </p>
        </>
      ) : (
        <p className="text-muted text-xs">Not planned on any channel.</p>
      )}
      {zone && (isPublished || planned) && <TimesIn zone={zone} />}
      {isOut && (
        <p className="text-muted text-xs">
          This is published or being published. Changes don’t affect what is out or in progress.
        </p>
      )}
      {item && isPublished && (
        <Link
          to={paths.previewContent(item.id)}
          className="mt-1 inline-flex min-h-6 items-center self-start rounded-sm font-medium text-accent text-xs"
        >
          Publications
        </Link>
      )}
    </section>
  );
}

/** The latest publication of each channel, but for cancelled ones. */
function latestOf(publications: readonly Publication[]) {
  const latest = new Map(publications.toReversed().map((row) => [row.channel.id, row]));
  return [...latest.values()].filter(({ state }) => state !== 'cancelled').reverse();
}

const ROW =
  '-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded-base px-2 text-left hover:bg-hover';

function PublicationRow({ publication, zone }: { publication: Publication; zone: string }) {
  const [isOpen, setOpen] = useState(false);
  const { state, channel, due_at, item } = publication;
  const { label, icon: Icon } = states[state];
  const row = (
    <>
      <ChannelText channel={channel} time={zonedTime(due_at, zone)} />
      <Icon size={16} aria-hidden className={state === 'stopped' ? 'text-danger' : 'text-muted'} />
      <span className="sr-only">{label}</span>
    </>
  );
  return (
    <li>
      {state === 'scheduled' || state === 'proposed' ? (
        <button
          type="button"
          title={`${label}: change the time`}
          className={ROW}
          onClick={() => setOpen(true)}
        >
          {row}
        </button>
      ) : (
        <Link to={paths.previewContent(item ?? 0)} title={label} className={ROW}>
          {row}
        </Link>
      )}
      {isOpen && (
        <MoveTimeDialog publication={publication} zone={zone} onClose={() => setOpen(false)} />
      )}
    </li>
  );
}

const PlannedRow = ({
  channel,
  time,
  onOpen,
}: {
  channel: Channel;
  time: string;
  onOpen: () => void;
}) => (
  <li>
    <button type="button" className={ROW} onClick={onOpen}>
      <ChannelText channel={channel} time={time} />
      <CalendarClock size={16} aria-hidden className="text-muted" />
      <ChevronRight size={16} aria-hidden className="text-muted" />
    </button>
  </li>
);

const ChannelText = ({
  channel,
  time,
}: {
  channel: Pick<Channel, 'network' | 'handle'>;
  time: string;
}) => (
  <>
    <NetworkMark network={channel.network} quiet />
    <span className="min-w-0 grow">
      <span className="block truncate font-medium text-[13px]">{channel.handle}</span>
      <span className="block truncate text-muted text-xs tabular-nums">{time}</span>
    </span>
  </>
);
