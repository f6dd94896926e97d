import { type KeyboardEvent, useRef, useState } from 'react';
import type { BestTimesGrid } from '#contract/analytics/best-times.ts';
import { dayShort, hoursShort } from '#web/features/publishing/slots/best-hours.tsx';
import { WEEKDAYS } from '#web/features/publishing/slots/slots.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { percent } from './times-words.ts';

type Cell = BestTimesGrid['cells'][number];

const HOURS = 3;
const BLOCKS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Below, only the number of posts is shown. */
const MIN_POSTS = 3;
const STEPS: Partial<Record<string, readonly [day: number, block: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const hoursOf = (weekday: number, block: number) => ({
  weekday,
  from: block * HOURS,
  to: (block + 1) * HOURS,
});

const DAYS = [1, 2, 3, 4, 5, 6, 7];
type Place = readonly [weekday: number, block: number];

/** Where the arrows begin: the best cell that says something. */
function bestOf(cells: readonly Cell[]): Place {
  const [top] = cells
    .filter(({ posts }) => posts >= MIN_POSTS)
    .toSorted((a, b) => b.effect - a.effect);
  return top ? [top.weekday, top.block] : [1, 3];
}

/**
 * The week in blocks of three hours: a table, of which one cell is in the order of Tab. On a phone
 * the days are its columns.
 */
export function TimesGrid({ cells, name }: { cells: readonly Cell[]; name: string }) {
  const table = useRef<HTMLTableElement>(null);
  const isPhone = useMedia('(max-width: 767px)');
  const [at, setAt] = useState(() => bestOf(cells));
  const [rows, columns] = isPhone ? [BLOCKS, DAYS] : [DAYS, BLOCKS];
  const placeOf = (row: number, column: number): Place => (isPhone ? [column, row] : [row, column]);
  const cellAt = ([weekday, block]: Place) =>
    cells.find((cell) => cell.weekday === weekday && cell.block === block);

  function step(event: KeyboardEvent) {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const here = isPhone ? at.toReversed() : at;
    const within = (values: readonly number[], axis: 0 | 1) => {
      const place = values.indexOf(here[axis] as number) + by[axis];
      return Math.min(Math.max(place, 0), values.length - 1);
    };
    const [row, column] = [within(rows, 0), within(columns, 1)];
    setAt(placeOf(rows[row] as number, columns[column] as number));
    table.current?.rows[row + 1]?.cells[column + 1]?.focus();
  }

  const headOf = (value: number, isDay: boolean) =>
    isDay ? dayShort(value) : `${value * HOURS}–${(value + 1) * HOURS}`;
  const chosen = cellAt(at);
  return (
    <>
      <table
        ref={table}
        aria-label={name}
        onKeyDown={step}
        className="w-full table-fixed border-separate border-spacing-[3px] text-[13px] tabular-nums max-md:-mx-1"
      >
        <thead>
          <tr className="text-muted">
            <th scope="col" className="w-11">
              <span className="sr-only">{isPhone ? 'Hours' : 'Day'}</span>
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                aria-label={isPhone ? WEEKDAYS[column - 1] : undefined}
                className="pb-1 font-normal"
              >
                {headOf(column, isPhone)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th
                scope="row"
                aria-label={isPhone ? undefined : WEEKDAYS[row - 1]}
                className="whitespace-nowrap text-left font-normal text-muted max-md:text-xs"
              >
                {headOf(row, !isPhone)}
              </th>
              {columns.map((column) => {
                const place = placeOf(row, column);
                return (
                  <GridCell
                    key={column}
                    cell={cellAt(place)}
                    isChosen={at[0] === place[0] && at[1] === place[1]}
                    onChoose={() => setAt(place)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p
        aria-live="polite"
        className="mt-2 min-h-5 text-[13px] text-muted tabular-nums max-md:-mx-4 max-md:border-line-soft max-md:border-y max-md:px-4 max-md:py-3"
      >
        <span className="max-md:font-medium max-md:text-text">{hoursShort(hoursOf(...at))}</span>
        {': '}
        {chosen
          ? `${plural(chosen.posts, 'post')}${chosen.posts < MIN_POSTS ? ', too few to compare' : `, ${percent(chosen.effect)} against the usual`}`
          : 'no posts'}
      </p>
      <Legends />
    </>
  );
}

const SCALE = [
  { effect: -0.4, label: '−30' },
  { effect: -0.2, label: '−15' },
  { effect: -0.1, label: '−5' },
  { effect: 0, label: '±5' },
  { effect: 0.1, label: '+5' },
  { effect: 0.2, label: '+15' },
  { effect: 0.4, label: '+30' },
];
const EVIDENCE = [
  { posts: 1, label: '1–2' },
  { posts: 3, label: '3–7' },
  { posts: 8, label: '8 or more' },
];

/** What the colours and their strength say. */
const Legends = () => (
  <div className="mt-3 flex flex-wrap gap-x-10 gap-y-3 text-muted text-xs tabular-nums">
    <div>
      <p className="mb-1">Engagements after 24 h, against the usual, in %</p>
      <ul className="flex gap-[3px]">
        {SCALE.map(({ effect, label }) => (
          <li key={label} className="w-10 text-center">
            <span className={classes('mb-1 block h-3 rounded-[3px]', lookOf(effect))} />
            {label}
          </li>
        ))}
      </ul>
    </div>
    <div>
      <p className="mb-1">Posts</p>
      <ul className="flex gap-[3px]">
        {EVIDENCE.map(({ posts, label }) => (
          <li key={label} className="w-16 text-center">
            <span
              className={classes('mb-1 block h-3 rounded-[3px]', lookOf(1), evidenceOf(posts))}
            />
            {label}
          </li>
        ))}
        <li className="ml-2 w-16 text-center">
          <span className="mb-1 block h-3 rounded-[3px] border border-line border-dashed" />
          none
        </li>
      </ul>
    </div>
  </div>
);

/** From the worst to the best; a smaller difference than a twentieth is none. */
const LOOKS: readonly [from: number, look: string][] = [
  [0.3, 'bg-[var(--jade-8)]'],
  [0.15, 'bg-[var(--jade-7)]'],
  [0.05, 'bg-[var(--jade-5)]'],
  [-0.05, 'bg-[var(--slate-4)]'],
  [-0.15, 'bg-[var(--amber-4)]'],
  [-0.3, 'bg-[var(--amber-6)]'],
];
const lookOf = (effect: number) =>
  LOOKS.find(([from]) => effect >= from)?.[1] ?? 'bg-[var(--amber-8)]';

/** The more posts, the stronger. */
const evidenceOf = (posts: number) => {
  if (posts >= 8) return '';
  return posts >= MIN_POSTS ? 'opacity-65' : 'opacity-35';
};

type CellProps = { cell: Cell | undefined; isChosen: boolean; onChoose: () => void };

const GridCell = ({ cell, isChosen, onChoose }: CellProps) => (
  <td
    tabIndex={isChosen ? 0 : -1}
    onFocus={onChoose}
    className={classes(
      'relative h-11 rounded-[4px] p-0 text-center leading-4 max-md:h-10',
      isChosen && 'max-md:outline-2 max-md:outline-accent-solid max-md:outline-offset-1',
      !cell && 'border border-line border-dashed',
    )}
  >
    {cell ? (
      <>
        <span
          aria-hidden
          className={classes(
            'absolute inset-0 rounded-[4px] forced-colors:border',
            lookOf(cell.effect),
            evidenceOf(cell.posts),
          )}
        />
        <span className="relative block text-text">
          {cell.posts >= MIN_POSTS && (
            <strong className="block font-semibold">
              {percent(cell.effect).slice(0, -1)}
              <span className="max-md:sr-only">%</span>
            </strong>
          )}
          <span className="text-xs max-md:sr-only">
            <span aria-hidden>n </span>
            {cell.posts}
            <span className="sr-only"> posts</span>
          </span>
        </span>
      </>
    ) : (
      <span className="sr-only">no posts</span>
    )}
  </td>
);
