import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Button } from '#web/ui/Button.tsx';

/** Whether this person reads charts as tables. */
export const useTables = create<{ asTable: boolean; toggle: () => void }>()(
  persist(
    (set) => ({ asTable: false, toggle: () => set(({ asTable }) => ({ asTable: !asTable })) }),
    { name: 'analytics-tables' },
  ),
);

type Props = {
  /** What the chart says. */
  finding: string;
  /** What is drawn. */
  about: string;
  tools?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
};

/** A chart with its finding as its name, and the same as a table. */
export function ChartCard({ finding, about, tools, chart, table }: Props) {
  const { asTable, toggle } = useTables();
  const id = useId();
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <figure aria-labelledby={`${id}-name`} aria-describedby={`${id}-about`} className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <figcaption className="min-w-44 flex-1">
          <h3 id={`${id}-name`} className="font-semibold">
            {finding}
          </h3>
          <p id={`${id}-about`} className="text-muted text-xs">
            {about}
          </p>
        </figcaption>
        <div className="flex flex-wrap items-center gap-2">
          {tools}
          <Button variant="ghost" size="bar" onClick={toggle}>
            <Icon size={14} aria-hidden />
            <span className="max-md:sr-only">{asTable ? 'Show as chart' : 'Show as table'}</span>
          </Button>
        </div>
      </div>
      {asTable ? table : chart}
    </figure>
  );
}

/** A table that stands for a chart: it scrolls by itself. */
export const ChartTable = ({
  name,
  heads,
  rows,
}: {
  name: string;
  heads: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
  <section aria-label={name} tabIndex={0} className="relative mt-3 max-h-80 overflow-auto">
    <table className="w-full text-[13px] tabular-nums">
      <thead className="sticky top-0 bg-surface text-muted text-xs">
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={`h-8 px-2 font-medium ${index ? 'text-right' : 'text-left'}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name: row, cells }) => (
          <tr key={row} className="border-line-soft border-t">
            <th scope="row" className="h-8 whitespace-nowrap px-2 text-left font-normal">
              {row}
            </th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]} className="px-2 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
