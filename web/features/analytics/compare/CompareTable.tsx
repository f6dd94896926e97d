import { CircleCheck, CircleHelp } from 'lucide-react';
import { classes } from '#web/lib/classes.ts';
import { type Both, type Cell, type Row, rowsOf, VERDICTS } from './compare-words.ts';
import { SideLegend, type SideName } from './SideLegend.tsx';
import type { Verdict } from './statistics.ts';

const SIDES: readonly SideName[] = ['a', 'b'];

type Props = { both: Both; head: string };

/** The figures of both sides, and whether they differ by more than chance. */
export const CompareTable = ({ both, head }: Props) => (
  <div className="overflow-hidden rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
    <table
      aria-label="Comparison"
      className="w-full tabular-nums max-md:block [&_:is(tbody,tr)]:max-md:block"
    >
      <thead className="text-muted text-xs max-md:sr-only">
        <tr>
          <th scope="col" className="h-10 px-4 text-left font-medium">
            {head}
          </th>
          {both.map(({ name }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
            <th key={at} scope="col" className="max-w-60 px-4 font-medium">
              <span className="flex items-center justify-end gap-2">
                <SideLegend side={SIDES[at] as SideName} />
                <span className="truncate">{name}</span>
              </span>
            </th>
          ))}
          <th scope="col" className="px-4 text-right font-medium">
            Difference
          </th>
          <th scope="col" className="px-4 text-left font-medium">
            More than chance?
          </th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(both).map((row) => (
          <CompareRow key={row.name} row={row} />
        ))}
      </tbody>
    </table>
  </div>
);

const CompareRow = ({ row: { name, cells, difference, verdict, why } }: { row: Row }) => (
  <tr className="border-line-soft border-t max-md:grid! max-md:grid-cols-[1fr_1fr_auto] max-md:gap-x-3 max-md:items-baseline max-md:gap-y-1.5 max-md:px-4 max-md:py-3">
    <th
      scope="row"
      className="h-10.5 px-4 text-left font-normal max-md:col-span-2 max-md:h-auto max-md:px-0 max-md:text-muted"
    >
      {name}
    </th>
    {cells.map((cell, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
      <td key={at} className="px-4 text-right max-md:row-start-2 max-md:px-0 max-md:text-left">
        <SideFigure side={SIDES[at] as SideName} cell={cell} />
      </td>
    ))}
    <td className="px-4 text-right max-md:row-start-2 max-md:px-0">
      {difference ?? <span className="text-muted max-md:hidden">–</span>}
    </td>
    <td className="px-4 text-left max-md:col-start-3 max-md:row-start-1 max-md:px-0 max-md:text-right">
      {verdict && <VerdictMark verdict={verdict} />}
      {why && <span className="text-muted text-xs">{why}</span>}
    </td>
  </tr>
);

const SideFigure = ({ side, cell: { value, exact, note } }: { side: SideName; cell: Cell }) => (
  <span className="inline-flex items-center gap-2">
    <SideLegend side={side} className="md:hidden" />
    <span>
      <span title={exact} className="font-medium">
        {value}
      </span>
      {note && <span className="ml-1.5 text-muted text-xs">{note}</span>}
    </span>
  </span>
);

function VerdictMark({ verdict }: { verdict: Verdict }) {
  const Icon = verdict === 'clear' ? CircleCheck : CircleHelp;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        verdict === 'clear' ? 'text-accent' : 'text-muted',
      )}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      {VERDICTS[verdict]}
    </span>
  );
}
