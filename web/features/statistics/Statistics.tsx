import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Item } from '#contract/items.ts';
import { paths } from '#contract/paths.ts';
import { STATUSES } from '#contract/workflow.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise, plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time.ts';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useStatistics, useVolume } from './statistics-queries.ts';
import { VolumeChart } from './VolumeChart.tsx';

/** Whether the panel is open, stored on this device. */
const useStrip = create<{ open: boolean }>()(
  persist((): { open: boolean } => ({ open: false }), { name: 'statistics' }),
);

/** Statistics: a strip that expands to the last 30 days and the items that were updated last. */
export function Statistics() {
  const open = useStrip((state) => state.open);
  const statistics = useStatistics();
  const id = useId();
  const { total, by_status, threads, waiting_for_review } = statistics.data ?? {};
  return (
    <section aria-label="Statistics" className="mb-6 rounded-base border border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => useStrip.setState({ open: !open })}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-base px-4 py-2 text-left hover:bg-hover"
      >
        <span className="font-medium">Statistics</span>
        <span className="text-muted tabular-nums">
          {total === undefined
            ? ' '
            : `${plural(total, 'item')}, ${plural(threads ?? 0, 'thread')}`}
        </span>
        <ChevronDown
          size={16}
          aria-hidden
          className={classes('ml-auto transition-transform duration-150', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="border-line border-t p-4">
        {statistics.isError && !statistics.data && (
          <RetryAlert
            message={statistics.error.message || 'Failed to fetch statistics'}
            onRetry={() => void statistics.refetch()}
          />
        )}
        {open && by_status && (
          <div className="grid gap-6 lg:grid-cols-[14rem_1fr_1fr]">
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
            <Block title="Made in the last 30 days">
              <Volume />
            </Block>
            <Block title="Changed last">
              <Recent items={statistics.data?.recent ?? []} />
            </Block>
          </div>
        )}
      </div>
    </section>
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
    <h2 className="mb-2 font-semibold">{title}</h2>
    {children}
  </section>
);
