import type { Slot } from '#contract/publishing/slots.ts';
import { useCan } from '#web/api/workspace.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { useSetSlotsOf } from './queue-queries.ts';

const slotsOn = (weekdays: readonly number[], times: readonly string[]): Slot[] =>
  weekdays.flatMap((weekday) => times.map((time) => ({ weekday, time })));

const PRESETS = [
  { days: 'Weekdays', weekdays: [1, 2, 3, 4, 5], times: ['09:00', '17:00'] },
  { days: 'Every day', weekdays: [1, 2, 3, 4, 5, 6, 7], times: ['12:00'] },
];

/** First slots, in one step, for channels that have none; nothing for members who may not set slots. */
export function SlotPresets({ channels }: { channels: readonly number[] }) {
  const save = useSetSlotsOf();
  if (!useCan('decide')) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {PRESETS.map(({ days, weekdays, times }) => (
        <Button
          key={days}
          disabled={save.isPending}
          className="h-8 px-2.5 text-xs max-md:h-11"
          onClick={() => save.mutate({ channels, slots: slotsOn(weekdays, times) })}
        >
          {days} {times.map(clockTime).join(' and ')}
        </Button>
      ))}
    </div>
  );
}
