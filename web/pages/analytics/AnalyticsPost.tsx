import { ArrowUpRight, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { isItemId, paths } from '#contract/paths.ts';
import { isMissing } from '#web/api/client.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import {
  type PostFigures,
  usePostFigures,
} from '#web/features/analytics/figures/analytics-queries.ts';
import { factor, percent } from '#web/features/analytics/figures/figure-format.ts';
import { ViewState } from '#web/features/analytics/figures/ViewState.tsx';
import { ByChannel } from '#web/features/analytics/post-figures/ByChannel.tsx';
import { CurveCard } from '#web/features/analytics/post-figures/CurveCard.tsx';
import { useRefreshFigures } from '#web/features/analytics/post-figures/figure-queries.ts';
import { UsesCard } from '#web/features/automation/evergreen/UsesCard.tsx';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { ItemNotFound } from '#web/features/content/items/ItemNotFound.tsx';
import { useWholeItem } from '#web/features/content/threads/thread-queries.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { useMemberName } from '#web/features/people/members/member-queries.ts';
import { usePublicationsOf } from '#web/features/publishing/publications/publishing-queries.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { cut, plural } from '#web/lib/text.ts';
import { timeOfDay, zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';

const TITLE = 140;

/** What became of one post: its growth on each channel, beside what is usual there. */
export default function AnalyticsPostPage() {
  const { id = '' } = useParams();
  const known = isItemId(id);
  const zone = useZone();
  const item = useWholeItem(Number(id), known);
  const figures = usePostFigures(Number(id), known);
  const author = useMemberName(item.data?.[0]?.author ?? null);
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const first = item.data?.[0];
  if (!known || (item.isError && (!first || isMissing(item.error))))
    return <ItemNotFound error={item.error} onRetry={() => void item.refetch()} />;
  if (!first || !figures.data) return <ViewState query={figures} />;
  const { publications } = figures.data;
  const title = cut(first.content || first.description || 'Post without text', TITLE);
  const own =
    chosen === undefined
      ? ([...publications].sort((a, b) => (b.engagements ?? -1) - (a.engagements ?? -1))[0]
          ?.publication ?? null)
      : chosen;
  const sent = publications.map(({ published_at }) => published_at).sort()[0];
  return (
    <div className="flex flex-col gap-4">
      <title>{`Figures: ${cut(title, 50)}`}</title>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-64 grow basis-0">
          <h1 dir="auto" className="line-clamp-2 font-semibold text-lg">
            {title}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
            {(item.data?.length ?? 1) > 1 && <Badge>Thread ({item.data?.length})</Badge>}
            {sent && (
              <span>
                {zonedTime(sent, zone)} on {plural(publications.length, 'channel')}
              </span>
            )}
            {first.folder !== null && <FolderLabel folder={first.folder} short />}
            {author && <span>{author}</span>}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Refresh item={first.id} again={figures.data.refreshable_at} zone={zone} />
          <Button asChild size="bar">
            <Link to={paths.previewContent(first.id)}>
              <ArrowUpRight size={14} aria-hidden /> Open the post
            </Link>
          </Button>
        </div>
      </div>
      {publications.length === 0 ? (
        <p className="rounded-base border border-line border-dashed p-10 text-center text-muted">
          Not published anywhere yet.
        </p>
      ) : (
        <>
          <Tiles post={figures.data} />
          <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
            <section
              aria-label="Growth"
              className="min-w-0 rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
            >
              <CurveCard rows={publications} chosen={own} onChoose={setChosen} zone={zone} />
            </section>
            <WhatWasSent item={first.id} publication={own ?? publications[0]?.publication ?? 0} />
          </div>
          <ByChannel post={figures.data} chosen={own} onChoose={setChosen} zone={zone} />
        </>
      )}
      <UsesCard item={first.id} />
    </div>
  );
}

function Refresh({ item, again, zone }: { item: number; again: string | null; zone: string }) {
  const writes = useCan('write');
  const refresh = useRefreshFigures(item);
  if (!writes) return null;
  const reason = again ? `Read a moment ago. Again from ${timeOfDay(again, zone)}` : undefined;
  return (
    <Button
      variant="ghost"
      size="bar"
      title={reason}
      busy={refresh.isPending || again !== null}
      onClick={() => refresh.mutate()}
    >
      <RefreshCw size={14} aria-hidden /> Refresh
      {reason && <span className="sr-only">. {reason}</span>}
    </Button>
  );
}

function Tiles({ post }: { post: PostFigures }) {
  const { publications, engagements, engagement_rate, factor: times } = post;
  const sumOf = (metric: 'views' | 'follows') => {
    const known = publications.flatMap(({ metrics }) => metrics[metric] ?? []);
    return { of: known.length, sum: known.reduce((sum, count) => sum + count, 0) };
  };
  const views = sumOf('views');
  const follows = sumOf('follows');
  const of = (count: number) => `${count} of ${plural(publications.length, 'channel')}`;
  const read = publications.filter((row) => row.engagements !== null).length;
  const tiles = [
    {
      name: 'Views',
      value: views.of ? shortCount(views.sum) : '–',
      exact: exactCount(views.sum),
      note: of(views.of),
    },
    {
      name: 'Engagements',
      value: engagements === null ? '–' : shortCount(engagements),
      exact: engagements === null ? '' : exactCount(engagements),
      note: times === null ? of(read) : `${factor(times)} the usual, ${of(read)}`,
    },
    {
      name: 'Engagement rate',
      value: engagement_rate === null ? '–' : percent(engagement_rate),
      exact: '',
      note: engagement_rate === null ? 'No views, or fewer than 50' : of(views.of),
    },
    {
      name: 'Link visits',
      value: '–',
      exact: '',
      note: (
        <Link to={paths.analyticsView('links')} className="underline">
          Counted by link
        </Link>
      ),
    },
    {
      name: 'Follows from it',
      value: follows.of ? shortCount(follows.sum) : '–',
      exact: exactCount(follows.sum),
      note: follows.of ? of(follows.of) : 'Not offered',
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-base border border-line bg-line-soft max-md:-mx-4 max-md:rounded-none max-md:border-x-0 lg:grid-cols-5">
      {tiles.map(({ name, value, exact, note }) => (
        <div key={name} className="bg-surface px-4 py-3 max-lg:last:col-span-2">
          <dt className="font-medium text-muted text-xs">{name}</dt>
          <dd className="font-semibold text-[22px] leading-8 tabular-nums" title={exact}>
            {value}
          </dd>
          <dd className="text-muted text-xs">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The frozen text of a publication. */
function WhatWasSent({ item, publication }: { item: number; publication: number }) {
  const publications = usePublicationsOf(item).data ?? [];
  const own = publications.find(({ id }) => id === publication) ?? publications[0];
  if (!own) return null;
  return (
    <section
      aria-labelledby="what-was-sent"
      className="rounded-base border border-line bg-surface p-4 max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <h2 id="what-was-sent" className="mb-3 font-semibold">
        What was sent
      </h2>
      <p className="mb-2 flex items-center gap-2">
        <NetworkMark network={own.channel.network} />
        <span className="font-medium">{own.channel.handle}</span>
      </p>
      <p dir="auto" className="whitespace-pre-line break-words">
        {own.excerpt}
      </p>
    </section>
  );
}
