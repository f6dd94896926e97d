import { Clock, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import type { Queue } from '#contract/publishing/queue.ts';
import type { Slot } from '#contract/publishing/slots.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { clockTime } from '#web/lib/time/time.ts';
import { useSetSlots } from './queue-queries.ts';
import { SlotEditor } from './SlotEditor.tsx';
import { WEEKDAYS, without } from './slots.ts';

type WeekProps = { channel: number; slots: Queue['slots']; decides: boolean };

/** The slots of a queue: a column for each day. */
export function QueueSlots({ channel, slots, decides }: WeekProps) {
  const save = useSetSlots();
  const grid = useRef<HTMLUListElement>(null);
  const remove = ({ weekday, time }: Slot) =>
    save.mutate({ channel, slots: without(slots, { weekday, time }) });
  /** Arrows lead from slot to slot, Delete removes one. */
  function onKeyDown(event: KeyboardEvent) {
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]');
    const column = here?.closest<HTMLElement>('[data-weekday]');
    if (!here || !column) return;
    const own = [...column.querySelectorAll<HTMLElement>('[data-slot]')];
    const at = own.indexOf(here);
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (sideways) {
      event.preventDefault();
      const weekday = Number(column.dataset.weekday) + sideways;
      const other = [
        ...(grid.current?.querySelectorAll<HTMLElement>(
          `[data-weekday="${weekday}"] [data-slot]`,
        ) ?? []),
      ];
      (other[at] ?? other.at(-1))?.focus();
    } else if (down) {
      event.preventDefault();
      own[at + down]?.focus();
    } else if (event.key === 'Delete' && here.dataset.slot && decides) {
      event.preventDefault();
      remove({ weekday: Number(column.dataset.weekday), time: here.dataset.slot });
    }
  }
  return (
    <ul
      ref={grid}
      aria-label="Slots"
      onKeyDown={onKeyDown}
      className="mb-6 grid rounded-base border border-line bg-surface xl:grid-cols-7"
    >
      {WEEKDAYS.map((name, at) => {
        const weekday = at + 1;
        const own = slots.filter((slot) => slot.weekday === weekday);
        return (
          <li
            key={name}
            data-weekday={weekday}
            aria-label={name}
            className="flex min-w-0 flex-col border-line max-xl:border-b max-xl:last:border-b-0 xl:border-l xl:first:border-l-0"
          >
            <div className="flex h-11 items-center justify-between gap-2 px-3 xl:border-line xl:border-b">
              <h2 className="min-w-0 truncate font-medium">
                {name.slice(0, 3)}
                <span className="xl:max-2xl:sr-only">{name.slice(3)}</span>
              </h2>
              <span className="shrink-0 text-muted text-xs">
                {own.length ? plural(own.length, 'slot') : 'No slots'}
              </span>
            </div>
            <div className="flex flex-wrap gap-2 p-2 max-xl:pt-0 xl:min-h-40 xl:flex-col xl:flex-nowrap">
              {own.map((slot) => (
                <SlotEditor
                  key={slot.time}
                  channel={channel}
                  slots={slots}
                  weekday={weekday}
                  slot={slot}
                >
                  <button
                    type="button"
                    data-slot={slot.time}
                    disabled={!decides}
                    aria-label={`${name} ${clockTime(slot.time)}, ${slot.taken ? 'taken' : 'free'}`}
                    className={classes(
                      'flex h-10 items-center justify-between gap-2 rounded-[6px] px-2.5 max-xl:min-w-32',
                      slot.taken
                        ? 'bg-approved text-on-approved'
                        : 'border border-line hover:bg-hover',
                    )}
                  >
                    <span className="font-medium tabular-nums">{clockTime(slot.time)}</span>
                    <span className="flex min-w-0 items-center gap-1 text-xs">
                      {slot.taken && <Clock size={12} aria-hidden className="shrink-0" />}
                      {slot.taken ? 'taken' : 'free'}
                    </span>
                  </button>
                </SlotEditor>
              ))}
              {decides && (
                <SlotEditor channel={channel} slots={slots} weekday={weekday}>
                  <button
                    type="button"
                    data-slot=""
                    aria-label={`Add a slot on ${name}`}
                    className="flex h-10 items-center justify-center gap-2 rounded-[6px] border border-field border-dashed px-3 text-muted hover:bg-hover max-xl:min-w-24"
                  >
                    <Plus size={14} aria-hidden /> Add
                  </button>
                </SlotEditor>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
