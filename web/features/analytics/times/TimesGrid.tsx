import { type KeyboardEvent, useRef, useState } from 'react';
import type { BestTimesGrid } from '#contract/analytics/best-times.ts';
import { dayShort, hoursShort } from '#web/features/publishing/best-hours.tsx';
import { WEEKDAYS } from '#web/features/publishing/queue/slots.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
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

/** The week in blocks of three hours: a table, of which one cell is in the order of Tab. */
export function TimesGrid({ cells, name }: { cells: readonly Cell[]; name: string }) {
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<readonly [weekday: number, block: number]>([1, 3]);
  const cellAt = (weekday: number, block: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.block === block);

  function step(event: KeyboardEvent) {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const weekday = Math.min(7, Math.max(1, at[0] + by[0]));
    const block = Math.min(BLOCKS.length - 1, Math.max(0, at[1] + by[1]));
    setAt([weekday, block]);
    table.current?.rows[weekday]?.cells[block + 1]?.focus();
  }

  const chosen = cellAt(...at);
  return (
    <>
      <div className="overflow-x-auto">
        <table
          ref={table}
          aria-label={name}
          onKeyDown={step}
          className="w-full min-w-[560px] table-fixed border-separate border-spacing-[3px] text-[13px] tabular-nums"
        >
          <thead>
            <tr className="text-muted">
              <th scope="col" className="w-11">
                <span className="sr-only">Day</span>
              </th>
              {BLOCKS.map((block) => (
                <th key={block} scope="col" className="pb-1 font-normal">
                  {block * HOURS}–{(block + 1) * HOURS}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((day, index) => (
              <tr key={day}>
                <th scope="row" aria-label={day} className="text-left font-normal text-muted">
                  {dayShort(index + 1)}
                </th>
                {BLOCKS.map((block) => (
                  <GridCell
                    key={block}
                    cell={cellAt(index + 1, block)}
                    isChosen={at[0] === index + 1 && at[1] === block}
                    onChoose={() => setAt([index + 1, block])}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p aria-live="polite" className="mt-2 min-h-5 text-[13px] text-muted tabular-nums">
        {hoursShort(hoursOf(...at))}
        {': '}
        {chosen
          ? `${plural(chosen.posts, 'post')}${chosen.posts < MIN_POSTS ? ', too few to compare' : `, ${percent(chosen.effect)} against the usual`}`
          : 'no posts'}
      </p>
    </>
  );
}

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
      'relative h-11 rounded-[4px] p-0 text-center leading-4',
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
            <strong className="block font-semibold">{percent(cell.effect)}</strong>
          )}
          <span className="text-xs">
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
