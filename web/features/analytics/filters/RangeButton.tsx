import { Check, ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { addDays, isDayRange, rangeBefore } from '#contract/analytics/ranges.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import type { Address } from './analytics-address.ts';
import { dayRange, namedRanges } from './ranges.ts';

type Props = {
  address: Pick<Address, 'today' | 'range' | 'set'>;
  label?: string;
  trigger?: ReactElement<ComponentProps<'button'>>;
};

/** The range of the figures, and the choice of another one. */
export function RangeButton({
  address: { today, range, set },
  label = 'Range',
  trigger = (
    <Button
      size="small"
      className="rounded-full border-transparent bg-sunken! px-3 text-[13px] hover:bg-hover"
    >
      {range.label} <ChevronDown size={14} aria-hidden />
    </Button>
  ),
}: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      aria-label={label}
      align="start"
      sideOffset={6}
      className="w-80 p-0"
      trigger={trigger}
    >
      <ul className="p-1">
        {namedRanges(today).map(({ name, label, from, to }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === range.name || undefined}
              onClick={() => {
                set({ range: name === '30' ? undefined : name, from: undefined, to: undefined });
                setOpen(false);
              }}
              className={classes(
                'flex h-9 w-full items-center gap-2 rounded-[6px] px-2 text-left hover:bg-hover max-md:h-11',
                name === range.name && 'bg-hover',
              )}
            >
              <Check
                size={14}
                aria-hidden
                className={classes(name !== range.name && 'invisible')}
              />
              <span className="grow">{label}</span>
              <span className="text-muted text-xs tabular-nums">{dayRange({ from, to })}</span>
            </button>
          </li>
        ))}
      </ul>
      <Dates today={today} range={range} onChange={(days) => set({ range: undefined, ...days })} />
    </Popover>
  );
}

type DatesProps = {
  today: string;
  range: { from: string; to: string };
  onChange: (days: { from: string; to: string }) => void;
};

/** Any two days. What is no range yet is not used. */
function Dates({ today, range, onChange }: DatesProps) {
  const [days, setDays] = useState({ from: range.from, to: range.to });
  const isValid = isDayRange(days);
  function change(part: Partial<typeof days>) {
    const next = { ...days, ...part };
    setDays(next);
    if (isDayRange(next)) onChange(next);
  }
  return (
    <div className="border-line border-t p-3">
      <div className="grid grid-cols-2 gap-2">
        <Field label="From">
          <Input
            type="date"
            value={days.from}
            max={addDays(today, -1)}
            onChange={(event) => change({ from: event.target.value })}
          />
        </Field>
        <Field label="To">
          <Input
            type="date"
            value={days.to}
            max={addDays(today, -1)}
            onChange={(event) => change({ to: event.target.value })}
          />
        </Field>
      </div>
      <p role="status" className="mt-2 text-muted text-xs">
        {isValid
          ? `Compared with ${dayRange(rangeBefore(days))}, as long as this. Today isn’t complete and isn’t in it.`
          : 'Choose two days, at most two years apart.'}
      </p>
    </div>
  );
}
