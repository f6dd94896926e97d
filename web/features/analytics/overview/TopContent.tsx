import { useState } from 'react';
import { Link } from 'react-router';
import type { PostRow } from '#contract/analytics/overview.ts';
import { AbsentLegend } from '#web/features/analytics/figures/Absent.tsx';
import { usePosts } from '#web/features/analytics/figures/analytics-queries.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { hrefOf } from '#web/features/analytics/filters/analytics-address.ts';
import { useFewColumns } from '#web/features/analytics/posts/ColumnsButton.tsx';
import { PostLine, PostsTable } from '#web/features/analytics/posts/PostsTable.tsx';
import { plural } from '#web/lib/text.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';

const ROWS = 7;
/** All networks count engagements, and not all of them views. */
const SORTED = { sort: 'engagements', order: 'desc' } as const;

export const topOf = { ...SORTED, age: 'latest', size: ROWS } as const;

export function TopContent({ address, zone }: { address: Address; zone: string }) {
  const columns = useFewColumns();
  const [by, setBy] = useState<'post' | 'publication'>('post');
  const posts = usePosts(address, { ...topOf, by });
  const rows: readonly PostRow[] = posts.data?.rows ?? [];
  const total = posts.data?.total ?? 0;
  if (!posts.data || total === 0) return null;
  return (
    <section
      aria-labelledby="top-content"
      className="min-w-0 rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <h3 id="top-content" className="font-semibold">
          Top Content
        </h3>
        <p className="grow text-muted text-xs">
          {plural(total, by)} published in this range, figures so far
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
      </div>
      <PostsTable name="Top Content" columns={columns} sorted={SORTED}>
        {rows.map((row) => (
          <PostLine key={row.publications.join()} row={row} columns={columns} zone={zone} />
        ))}
      </PostsTable>
      <div className="flex flex-wrap items-center justify-between gap-2 border-line-soft border-t px-4 py-2.5">
        <AbsentLegend none="not offered" />
        <Link to={hrefOf(address, { view: 'posts' })} className="font-medium text-accent">
          Show all {total}
        </Link>
      </div>
    </section>
  );
}
