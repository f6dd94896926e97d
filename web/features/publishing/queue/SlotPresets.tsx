import type { Slot } from '#contract/publishing/slots.ts';
import { useCan } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { useSetSlotsOf } from '../queue-queries.ts';

const slotsOn = (weekdays: readonly number[], times: readonly string[]): Slot[] =>
  weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })));

const PRESETS = [
  { label: 'Weekdays 9:00 and 17:00', slots: slotsOn([1, 2, 3, 4, 5], ['09:00', '17:00']) },
  { label: 'Every day 12:00', slots: slotsOn([1, 2, 3, 4, 5, 6, 7], ['12:00']) },
];

/** First slots, in one step, for channels that have none; nothing for members who may not set slots. */
export function SlotPresets({ channels }: { channels: readonly number[] }) {
  const save = useSetSlotsOf();
  if (!useCan('decide')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {PRESETS.map(({ label, slots }) => (
        <Button
          key={label}
          disabled={save.isPending}
          className="h-8 px-2.5 text-xs max-md:h-11"
          onClick={() => save.mutate({ channels, slots })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
