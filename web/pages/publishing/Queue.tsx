import { CirclePause, Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { isItemId } from '#contract/paths.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { QueuedPosts } from '#web/features/publishing/queue/QueuedPosts.tsx';
import { QueueHistory } from '#web/features/publishing/queue/QueueHistory.tsx';
import { BestHoursLine } from '#web/features/publishing/slots/best-hours.tsx';
import { CopySlotsDialog } from '#web/features/publishing/slots/CopySlotsDialog.tsx';
import { QueueSlots } from '#web/features/publishing/slots/QueueSlots.tsx';
import { usePauseQueue, useQueue } from '#web/features/publishing/slots/queue-queries.ts';
import { SlotEditor } from '#web/features/publishing/slots/SlotEditor.tsx';
import { SlotPresets } from '#web/features/publishing/slots/SlotPresets.tsx';
import { nameOf, plural } from '#web/lib/text.ts';
import { zonedTime, zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import NotFound from '../NotFound.tsx';

/** The weekly slots of a channel, and the posts that have them. */
export default function QueuePage() {
  const { channel: id = '' } = useParams();
  const zone = useWorkspace().data?.time_zone;
  if (!isItemId(id)) return <NotFound />;
  return zone ? <QueueOf key={id} channel={Number(id)} zone={zone} /> : <Loading />;
}

const Loading = () => (
  <div role="status" aria-label="Loading the queue" className="appear-late flex flex-col gap-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-64" />
  </div>
);

function QueueOf({ channel: id, zone }: { channel: number; zone: string }) {
  const queue = useQueue(id);
  const pause = usePauseQueue();
  const decides = useCan('decide');
  const [copying, setCopying] = useState(false);
  if (queue.isError && !queue.data)
    return (
      <RetryAlert
        message={queue.error.message || 'Failed to fetch the queue'}
        onRetry={() => void queue.refetch()}
      />
    );
  if (!queue.data) return <Loading />;
  const { channel, slots, count, next_free: next, paused } = queue.data;
  // Proposals are held by nobody: they wait for their approval.
  const held = queue.data.queued.filter((publication) => publication.held).length;
  const facts = [
    `${plural(slots.length, 'slot')} a week`,
    `${plural(count, 'post')} in the queue`,
    next && `next free slot ${zonedTime(next.at, zone)}`,
    `times in ${zoneName(zone)}`,
  ];
  return (
    <>
      <title>{`Queue of ${channel.handle}`}</title>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <ChannelAvatar channel={channel} />
        <div className="min-w-0 grow basis-60">
          <h1 className="break-words font-semibold text-xl">
            Queue of {channel.handle}
            <span className="sr-only"> on {NETWORK_NAMES[channel.network]}</span>
          </h1>
          <div className="text-muted tabular-nums">
            <p>{facts.filter(Boolean).join(' · ')}</p>
            <BestHoursLine channels={[id]} zone={zone} />
          </div>
        </div>
        {decides && (
          <div className="flex flex-wrap gap-2">
            <Button
              aria-pressed={paused !== null}
              busy={pause.isPending}
              onClick={() => pause.mutate({ channel: id, paused: paused === null })}
            >
              <CirclePause size={16} aria-hidden /> {paused ? 'Resume' : 'Pause queue'}
            </Button>
            <Button disabled={slots.length === 0} onClick={() => setCopying(true)}>
              <Copy size={16} aria-hidden /> Copy slots to…
            </Button>
            <SlotEditor channel={id} slots={slots} weekday={1}>
              <Button variant="primary">
                <Plus size={16} aria-hidden /> Add slot
              </Button>
            </SlotEditor>
          </div>
        )}
      </div>
      {paused && (
        <div className="mb-4 flex flex-wrap items-center gap-3 rounded-base bg-review px-4 py-3 text-on-review">
          <CirclePause size={16} aria-hidden />
          <p className="grow">
            The queue is paused{paused.by && `, by ${nameOf(paused.by)}`}. {plural(held, 'post')}{' '}
            {held === 1 ? 'is' : 'are'} held.
          </p>
          {decides && (
            <Button size="bar" onClick={() => pause.mutate({ channel: id, paused: false })}>
              Resume
            </Button>
          )}
        </div>
      )}
      {slots.length === 0 && decides && (
        <div className="mb-4 flex flex-wrap items-center gap-3 rounded-base border border-line bg-surface px-4 py-3">
          <p>No slots yet. Start with:</p>
          <SlotPresets channels={[id]} />
        </div>
      )}
      <QueueSlots channel={id} slots={slots} decides={decides} />
      <QueuedPosts queue={queue.data} zone={zone} decides={decides} />
      <QueueHistory history={queue.data.history} />
      {copying && <CopySlotsDialog queue={queue.data} onClose={() => setCopying(false)} />}
    </>
  );
}
