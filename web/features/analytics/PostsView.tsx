import { useState } from 'react';
import type { Age } from '#contract/analytics/overview.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { AbsentLegend } from './Absent.tsx';
import type { Address } from './analytics-address.ts';
import { usePosts } from './analytics-queries.ts';
import { PostsTable, type Sorted } from './PostsTable.tsx';
import type { Column } from './post-words.ts';
import { dayRange } from './ranges.ts';
import { NothingHere, ViewState } from './ViewState.tsx';

const SIZE = 50;

const AGES: readonly { value: Age; label: string }[] = [
  { value: 'latest', label: 'So far' },
  { value: 'day', label: 'At 24 h' },
  { value: 'week', label: 'At 7 days' },
  { value: 'four_weeks', label: 'At 28 days' },
];
const ALL: readonly Column[] = [
  ...(['engagements', 'views', 'reach', 'reactions', 'comments', 'shares'] as const),
  ...(['saves', 'link_clicks', 'engagement_rate', 'usual'] as const),
];
const FEW: readonly Column[] = ['engagements', 'views', 'engagement_rate', 'usual'];

/** All posts that were published in the range, in any order. */
export function PostsView({ address }: { address: Address }) {
  const zone = useZone();
  const isWide = useMedia('(min-width: 1280px)');
  const [age, setAge] = useState<Age>('latest');
  const [by, setBy] = useState<'post' | 'publication'>('post');
  const [sorted, setSorted] = useState<Sorted>({ sort: 'engagements', order: 'desc' });
  const [turned, setTurned] = useState({ of: '', page: 1 });
  // Of other posts, the first page is shown.
  const of = JSON.stringify([age, by, sorted, address.range, address.filters]);
  const page = turned.of === of ? turned.page : 1;
  const query = usePosts(address, { age, by, ...sorted, page, size: SIZE });
  if (!query.data) return <ViewState query={query} />;
  const { total, rows } = query.data;
  const turn = (to: number) => setTurned({ of, page: to });
  const ageName = AGES.find(({ value }) => value === age)?.label ?? '';
  const said = age === 'latest' ? 'so far' : ageName.replace('At', 'at');
  return (
    <section
      aria-labelledby="posts-title"
      aria-busy={query.isPlaceholderData}
      className={classes(
        'rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0',
        query.isPlaceholderData && 'opacity-60',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
        <h2 id="posts-title" className="font-semibold">
          {plural(total, by)}
        </h2>
        <p className="grow text-muted text-xs">
          published {dayRange(address.range)}, figures {said}
        </p>
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
      </div>
      {total === 0 ? (
        <NothingHere address={address} what="posts" />
      ) : (
        <>
          <PostsTable
            name="Posts"
            rows={rows}
            columns={isWide ? ALL : FEW}
            zone={zone}
            sorted={sorted}
            onSort={setSorted}
          />
          <div className="flex flex-wrap items-center justify-between gap-3 border-line-soft border-t px-4 py-2.5">
            <AbsentLegend none="not offered, not summed, or too few to tell" />
            <div className="flex items-center gap-2">
              <p role="status" className="text-muted text-xs tabular-nums">
                {(page - 1) * SIZE + 1}–{(page - 1) * SIZE + rows.length} of {total}
              </p>
              {total > SIZE && (
                <>
                  <Button size="bar" disabled={page === 1} onClick={() => turn(page - 1)}>
                    Back
                  </Button>
                  <Button size="bar" disabled={page * SIZE >= total} onClick={() => turn(page + 1)}>
                    Next
                  </Button>
                </>
              )}
            </div>
          </div>
        </>
      )}
    </section>
  );
}
