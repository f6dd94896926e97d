import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { PostRow, Sort } from '#contract/analytics/overview.ts';
import { Absent } from '#web/features/analytics/figures/Absent.tsx';
import { factor, figure } from '#web/features/analytics/figures/figure-format.ts';
import {
  COLUMN_NAMES,
  type Column,
  isSortable,
  valueIn,
  whyAbsent,
} from '#web/features/analytics/figures/post-words.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { PostCell } from './PostCell.tsx';

/** Their names take more room. */
const WIDE: ReadonlySet<Column> = new Set([
  'engagements',
  'profile_visits',
  'video_views',
  'watch_seconds',
]);

export type Sorted = { sort: Sort; order: 'asc' | 'desc' };

type Props = {
  name: string;
  columns: readonly Column[];
  sorted: Sorted;
  /** Undefined where the order is fixed. */
  onSort?: (sorted: Sorted) => void;
  /** How many rows there are, where not all are drawn. */
  count?: number;
  /** `PostLine`s. */
  children: ReactNode;
};

/** Posts with their figures; on a phone each row has its figures below it. */
export const PostsTable = ({ name, columns, sorted, onSort, count, children }: Props) => (
  <table
    aria-label={name}
    aria-rowcount={count && count + 1}
    className="w-full table-fixed tabular-nums max-md:block [&_:is(tbody,tr)]:max-md:block"
  >
    <thead
      className={classes(
        'text-muted text-xs max-md:sr-only',
        onSort && 'sticky top-12 z-10 bg-surface shadow-[0_1px_var(--slate-5)]',
      )}
    >
      <tr>
        <th scope="col" className="h-9 px-4 text-left font-medium">
          Post
        </th>
        {columns.map((column) => (
          <Head key={column} column={column} sorted={sorted} onSort={onSort} />
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

type LineProps = {
  row: PostRow;
  columns: readonly Column[];
  zone: string;
  /** Its place among all rows, where not all are drawn. */
  index?: number;
  measure?: Ref<HTMLTableRowElement>;
};

export const PostLine = ({ row, columns, zone, index, measure }: LineProps) => (
  <tr
    ref={measure}
    data-index={index}
    aria-rowindex={index === undefined ? undefined : index + 2}
    className="border-line-soft border-t hover:bg-row max-md:flex! max-md:flex-wrap max-md:justify-between max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2.5"
  >
    <th
      scope="row"
      className="h-13 px-4 text-left font-normal max-md:h-auto max-md:w-full max-md:px-0"
    >
      <PostCell post={row} zone={zone} />
    </th>
    {columns.map((column) => (
      <Cell key={column} row={row} column={column} zone={zone} />
    ))}
  </tr>
);

function Head({
  column,
  sorted: { sort, order },
  onSort,
}: {
  column: Column;
  sorted: Sorted;
  onSort: Props['onSort'];
}) {
  const isSorted = sort === column;
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp;
  const label = (
    <>
      {COLUMN_NAMES[column]}
      {isSorted && <Arrow size={12} aria-hidden />}
    </>
  );
  const look = classes(
    'inline-flex items-center gap-1 whitespace-nowrap font-medium',
    isSorted && 'text-text',
  );
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order === 'desc' ? 'descending' : 'ascending') : undefined}
      className={classes(
        'px-2 text-right font-medium last:pr-4',
        WIDE.has(column) ? 'w-27' : 'w-20',
      )}
    >
      {onSort && isSortable(column) ? (
        <button
          type="button"
          onClick={() =>
            onSort({ sort: column, order: isSorted && order === 'desc' ? 'asc' : 'desc' })
          }
          className={classes(look, 'h-9 hover:text-text')}
        >
          {label}
        </button>
      ) : (
        <span className={look}>{label}</span>
      )}
    </th>
  );
}

function Cell({ row, column, zone }: { row: PostRow; column: Column; zone: string }) {
  const value = valueIn(row, column);
  const reason = whyAbsent(row, column, zone);
  return (
    <td
      className={classes(
        'px-2 text-right last:pr-4 max-md:px-0! max-md:text-left max-md:text-[13px]',
        column === 'engagements' && 'font-semibold',
      )}
    >
      <span className="text-muted text-xs md:hidden">{COLUMN_NAMES[column]} </span>
      {value === null ? (
        reason && <Absent reason={reason} />
      ) : column === 'usual' ? (
        <span className={value >= 1 ? 'font-semibold' : 'text-muted'}>{factor(value)}</span>
      ) : (
        <span title={column === 'engagement_rate' ? undefined : exactCount(value)}>
          {figure(value, column === 'engagement_rate' ? 'rate' : 'count')}
        </span>
      )}
    </td>
  );
}
