import { ChevronsUpDown } from 'lucide-react';
import { rangeText } from '#contract/analytics/compare.ts';
import { RangeButton } from '#web/features/analytics/filters/RangeButton.tsx';
import { readRange } from '#web/features/analytics/filters/ranges.ts';
import { SelectDetail } from '#web/features/analytics/filters/SelectDetail.tsx';
import { classes } from '#web/lib/classes.ts';
import { control } from '#web/ui/fields/Field.tsx';
import type { ComparisonSide } from './comparison-sides.ts';
import { SideLegend, type SideName } from './SideLegend.tsx';

type Props = {
  name: SideName;
  side: ComparisonSide;
  detail: string | undefined;
  onChange: (value: string) => void;
};

/** The choice of a range as a side. */
export const RangeSide = ({ name, side, detail, onChange }: Props) => (
  <RangeButton
    label={`Range ${name.toUpperCase()}`}
    address={{
      today: side.address.today,
      range: side.address.range,
      set: ({ range, from, to }) =>
        onChange(
          rangeText(
            from && to
              ? { from, to }
              : readRange(new URLSearchParams({ range: range ?? '' }), side.address.today),
          ),
        ),
    }}
    trigger={
      <button
        type="button"
        className={classes(control, 'flex h-13 items-center justify-between gap-2 text-left')}
      >
        <span className="flex min-w-0 items-center gap-2">
          <SideLegend side={name} className="mr-1" />
          <span className="min-w-0">
            <span className="block truncate font-medium">
              <span className="sr-only">{name.toUpperCase()}: </span>
              {side.name}
            </span>
            <SelectDetail>{detail ?? '\u00a0'}</SelectDetail>
          </span>
        </span>
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-muted" />
      </button>
    }
  />
);
