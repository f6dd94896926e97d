import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { STATUSES } from '#contract/content/workflow.ts';
import { paths } from '#contract/paths.ts';
import { capitalise, plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { useStatistics, useVolume } from './statistics-queries.ts';
import { VolumeChart } from './VolumeChart.tsx';

/** Statistics: how many, of the last 30 days, and the items that were updated last. */
export function StatisticsDialog({ onClose }: { onClose: () => void }) {
  const statistics = useStatistics();
  const { total = 0, by_status, threads = 0, waiting_for_review } = statistics.data ?? {};
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Statistics"
      description={by_status && `${plural(total, 'item')}, ${plural(threads, 'thread')}`}
    >
      {statistics.isError && !statistics.data && (
        <RetryAlert
          message={statistics.error.message || 'Failed to fetch statistics'}
          onRetry={() => void statistics.refetch()}
        />
      )}
      {by_status && (
        <div className="grid gap-6 lg:grid-cols-[12rem_1fr_1fr]">
          <Block title="By status">
            <dl className="flex flex-col gap-1">
              {STATUSES.map((status) => (
                <div key={status} className="flex justify-between gap-4">
                  <dt className="text-muted">{capitalise(status)}</dt>
                  <dd className="font-medium tabular-nums">{by_status[status]}</dd>
                </div>
              ))}
            </dl>
            <Link
              to={paths.review}
              className="mt-2 inline-flex min-h-6 items-center rounded-sm text-accent underline underline-offset-2"
            >
              {waiting_for_review} waiting for review
            </Link>
          </Block>
          <Block title="Created in the last 30 days">
            <Volume />
          </Block>
          <Block title="Recently updated">
            <Recent items={statistics.data?.recent ?? []} />
          </Block>
        </div>
      )}
    </Dialog>
  );
}

function Volume() {
  const volume = useVolume();
  if (volume.isError && !volume.data)
    return (
      <RetryAlert
        message={volume.error.message || 'Failed to fetch statistics'}
        onRetry={() => void volume.refetch()}
      />
    );
  return volume.data ? <VolumeChart {...volume.data} /> : <Skeleton className="h-32" />;
}

const Recent = ({ items }: { items: Item[] }) => (
  <ol className="flex flex-col">
    {items.map((item) => (
      <li key={item.id} className="flex min-w-0 items-center gap-3">
        <Link
          to={paths.editContent(item.id)}
          className="min-h-6 min-w-0 truncate rounded-sm hover:underline"
        >
          {item.title}
        </Link>
        <span className="ml-auto shrink-0 text-muted text-xs tabular-nums">
          {relativeTime(item.updated_at)}
        </span>
      </li>
    ))}
    {items.length === 0 && <li className="text-muted">Nothing yet</li>}
  </ol>
);

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
);
