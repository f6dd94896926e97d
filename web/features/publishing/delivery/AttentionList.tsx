import { CircleCheck } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import {
  type Attention,
  type OverdueDraft,
  STOP_REASONS,
  type StopReason,
} from '#contract/publishing/publications.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { Dot } from '#web/features/publishing/publications/Dot.tsx';
import { reasons } from '#web/features/publishing/publications/labels.ts';
import { explain, networkOf } from '#web/features/publishing/publications/publication-words.ts';
import {
  useAttention,
  useCancel,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { cut, plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { AttentionAfterwards } from './AttentionAfterwards.tsx';
import { PublicationMenu } from './PublicationMenu.tsx';
import { StopActions } from './StopActions.tsx';

const EXCERPT = 60;

/**
 * Everything that has stopped and needs a person, with its one click.
 * @param others what needs a person beside it
 */
export function AttentionList({
  others,
}: {
  others: (drafts: readonly OverdueDraft[]) => ReactNode;
}) {
  const [query, setQuery] = useSearchParams();
  const reason = STOP_REASONS.find((reason) => reason === query.get('reason'));
  const channel = /^\d+$/.test(query.get('channel') ?? '') ? query.get('channel') : null;
  const list = useAttention({ ...(reason && { reason }), ...(channel && { channel }) });
  const channels = useChannels();
  const workspace = useWorkspace().data;

  function filter(name: string, value: string | null) {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    setQuery(next, { replace: true });
  }

  if (list.isError && !list.data)
    return <RetryAlert message={list.error.message} onRetry={() => void list.refetch()} />;
  if (!list.data || !workspace)
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    );
  const { reasons: counts, publications, results, drafts, afterwards } = list.data;
  const things = counts.reduce((sum, { count }) => sum + count, 0);
  const shown = reason || channel ? [] : drafts;
  const after = reason || channel ? [] : afterwards;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start gap-3">
        <p className="grow basis-80 text-muted">
          {things > 0 &&
            `${plural(things, 'thing')} to do for ${plural(publications, 'publication')}. `}
          Nothing is sent twice, and nothing is lost.
        </p>
        {channels.data && channels.data.length > 1 && (
          <div className="w-full sm:w-56">
            <Select
              aria-label="Channel"
              value={channel === undefined || channel === null ? '' : String(channel)}
              options={[
                { value: '', label: 'All channels' },
                ...channels.data.map(({ id, handle }) => ({ value: String(id), label: handle })),
              ]}
              onChange={(next) => filter('channel', next || null)}
            />
          </div>
        )}
      </div>
      {things > 0 && (
        <div className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:flex-wrap md:px-0">
          <Chip chosen={!reason} onChoose={() => filter('reason', null)} count={things}>
            All
          </Chip>
          {counts.map((count) => (
            <ReasonChip
              key={count.reason}
              {...count}
              chosen={count.reason === reason}
              onChoose={() => filter('reason', count.reason)}
            />
          ))}
        </div>
      )}
      {others(shown)}
      <AttentionAfterwards afterwards={after} zone={workspace.time_zone} />
      {results.length > 0 ? (
        <Rows results={results} zone={workspace.time_zone} lateMinutes={workspace.late_minutes} />
      ) : (
        shown.length + after.length === 0 && (
          <EmptyState
            icon={CircleCheck}
            title={
              things > 0 ? 'Nothing here needs your attention.' : 'Nothing needs your attention.'
            }
            hint="Posts that need your decision appear here."
          />
        )
      )}
    </>
  );
}

type ChipProps = {
  chosen: boolean;
  onChoose: () => void;
  count: number;
  children: React.ReactNode;
};

const Chip = ({ chosen, onChoose, count, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onChoose}
    className={classes(
      'flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 font-medium text-xs',
      chosen ? 'border-transparent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
    )}
  >
    {children}
    <span className="font-normal tabular-nums">{count}</span>
  </button>
);

function ReasonChip({ reason, ...props }: Omit<ChipProps, 'children'> & { reason: StopReason }) {
  const { label, icon: Icon } = reasons[reason];
  return (
    <Chip {...props}>
      <Icon size={14} aria-hidden />
      {label}
    </Chip>
  );
}

type RowsProps = { results: readonly Attention[]; zone: string; lateMinutes: number };

function Rows({ results, zone, lateMinutes }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<number>(-1);
  const leave = useCancel('Left as it is');
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];

  // A settled row is gone: the focus moves to the one that took its place.
  useEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return;
    const all = rows();
    all[Math.min(focused.current, all.length - 1)]?.focus();
  });

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [role=menu], [role=dialog]')) return;
    const all = rows();
    const at = all.findIndex((row) => row.contains(target));
    const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
    }
    const thing = results[at];
    // What may be at the network is left from its menu, which asks whether it is there.
    if (event.key === 'e' && thing && thing.ids.length === 1 && !thing.publication.may_be_there)
      leave.mutate({ id: thing.publication.id });
    if (event.key === 'Enter' && target === all[at]) {
      const actions = target.querySelectorAll<HTMLElement>('[data-actions] :is(a, button)');
      actions[actions.length - 1]?.click();
    }
  }

  return (
    <ul
      ref={list}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        focused.current = rows().findIndex((row) => row.contains(target));
      }}
      className="rounded-base border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      {results.map((thing) => (
        <Row
          key={`${thing.reason} ${thing.publication.id}`}
          thing={thing}
          zone={zone}
          lateMinutes={lateMinutes}
        />
      ))}
    </ul>
  );
}

function Row({
  thing,
  zone,
  lateMinutes,
}: {
  thing: Attention;
  zone: string;
  lateMinutes: number;
}) {
  const { publication, reason, ids, part, since } = thing;
  const { title, text } = explain(publication, thing, { lateMinutes, zone });
  const { label, icon: Icon } = reasons[reason];
  const { channel, excerpt, item } = publication;
  const isShared = reason === 'reconnect' || reason === 'operator';
  return (
    <li
      // biome-ignore lint/a11y/noNoninteractiveTabindex: rows are reached by keyboard
      tabIndex={0}
      aria-label={title}
      className="flex flex-wrap gap-x-4 gap-y-3 border-line border-b p-4 last:border-b-0"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-base bg-danger-soft text-danger">
        <Icon size={18} aria-hidden />
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="break-words font-semibold">{title}</h2>
        <p className="max-w-[72ch]">{text}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-muted text-xs">
          <span className="font-medium text-on-danger-soft">{label}</span>
          <NetworkMark network={channel.network} />
          <span className="break-all">
            {channel.handle} <span className="sr-only">on {networkOf(publication)}</span>
          </span>
          <Dot />
          <span className="tabular-nums">
            {isShared
              ? `since ${zonedTime(since, zone)}`
              : `due ${zonedTime(publication.due_at, zone)}`}
          </span>
          {excerpt && (
            <>
              <Dot />
              {item ? (
                <Link
                  to={paths.previewContent(item)}
                  className="inline-flex min-h-6 items-center underline"
                >
                  “{cut(excerpt.replaceAll(/\s+/g, ' '), EXCERPT)}”
                </Link>
              ) : (
                <span>“{cut(excerpt.replaceAll(/\s+/g, ' '), EXCERPT)}”</span>
              )}
            </>
          )}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap items-start gap-2 max-sm:w-full max-sm:flex-nowrap max-sm:[&_button]:min-h-11 max-sm:[&_button]:min-w-11">
        <span
          data-actions
          // On a phone the likely one is first, and each has the whole width.
          className="flex flex-wrap gap-2 max-sm:grow max-sm:flex-col-reverse max-sm:[&>*]:min-h-11"
        >
          <StopActions publication={publication} ids={ids} part={part} zone={zone} />
        </span>
        <PublicationMenu publication={publication} zone={zone} />
      </div>
    </li>
  );
}
