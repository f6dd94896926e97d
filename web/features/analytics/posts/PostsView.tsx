import { ArrowDownWideNarrow } from 'lucide-react';
import { useState } from 'react';
import type { Age, Sort } from '#contract/analytics/overview.ts';
import { useZone } from '#web/api/workspace.ts';
import { AbsentLegend } from '#web/features/analytics/figures/Absent.tsx';
import { usePostList } from '#web/features/analytics/figures/analytics-queries.ts';
import { NothingHere, ViewState } from '#web/features/analytics/figures/ViewState.tsx';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { dayRange } from '#web/features/analytics/filters/ranges.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Menu, MenuChoice } from '#web/ui/overlays/Menu.tsx';
import { ColumnsButton, useColumns } from './ColumnsButton.tsx';
import { PostLines } from './PostLines.tsx';
import { PostsTable, type Sorted } from './PostsTable.tsx';

const AGES: readonly { value: Age; label: string }[] = [
  { value: 'latest', label: 'So far' },
  { value: 'day', label: 'At 24 h' },
  { value: 'week', label: 'At 7 days' },
  { value: 'four_weeks', label: 'At 28 days' },
];
const SORTS: Partial<Record<Sort, string>> = {
  published: 'Newest',
  engagements: 'Engagements',
  views: 'Views',
  reactions: 'Reactions',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  engagement_rate: 'Engagement rate',
};

/** All posts that were published in the range, in any order. */
export function PostsView({ address }: { address: Address }) {
  const zone = useZone();
  const columns = useColumns();
  const [age, setAge] = useState<Age>('latest');
  const [by, setBy] = useState<'post' | 'publication'>('post');
  const [sorted, setSorted] = useState<Sorted>({ sort: 'engagements', order: 'desc' });
  const query = usePostList(address, { age, by, ...sorted });
  if (!query.data) return <ViewState query={query} />;
  const total = query.data.pages[0]?.total ?? 0;
  const ageName = AGES.find(({ value }) => value === age)?.label ?? '';
  const said = age === 'latest' ? 'so far' : ageName.replace('At', 'at');
  return (
    <section
      aria-labelledby="posts-title"
      aria-busy={query.isPlaceholderData}
      className="rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0 aria-busy:opacity-60"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <h2 id="posts-title" className="font-semibold">
          {plural(total, by)}
        </h2>
        <p className="grow text-muted text-xs">
          published {dayRange(address.range)}, figures {said}
        </p>
        <Menu
          trigger={
            <Button variant="ghost" size="bar" className="md:hidden">
              <ArrowDownWideNarrow size={14} aria-hidden /> Sort
            </Button>
          }
        >
          <MenuChoice
            label="Sort by"
            value={sorted.sort}
            options={Object.entries(SORTS).map(([value, label]) => ({
              value: value as Sort,
              label,
            }))}
            onChange={(sort) => setSorted({ sort, order: 'desc' })}
          />
        </Menu>
        <Segments
          label="Rows"
          value={by}
          options={[
            { value: 'post', label: 'By post' },
            { value: 'publication', label: 'By publication' },
          ]}
          onChange={setBy}
        />
        <Segments label="Age" value={age} options={AGES} onChange={setAge} />
        <ColumnsButton />
      </div>
      {total === 0 ? (
        <NothingHere address={address} what="posts" />
      ) : (
        <>
          <PostsTable
            name="Posts"
            columns={columns}
            sorted={sorted}
            onSort={setSorted}
            count={total}
          >
            <PostLines
              // The heights of other rows and columns are others.
              key={`${by} ${age} ${sorted.sort} ${sorted.order} ${columns.length}`}
              rows={query.data.pages.flatMap(({ rows }) => rows)}
              columns={columns}
              zone={zone}
              onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            />
          </PostsTable>
          <div className="flex flex-wrap items-center justify-between gap-3 border-line-soft border-t px-4 py-2.5">
            <AbsentLegend none="not offered, not summed, or too few to tell" />
          </div>
        </>
      )}
    </section>
  );
}
