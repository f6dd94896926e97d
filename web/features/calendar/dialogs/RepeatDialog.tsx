import { useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { INTERVALS, MAX_REPETITIONS } from '#contract/publishing/calendar.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { useRepeat } from '#web/features/calendar/entries/calendar-queries.ts';
import { ChannelBoxes } from '#web/features/publishing/channels/ChannelBoxes.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { DateTimeFields, TimeNote } from '#web/features/publishing/times/WhenFields.tsx';
import { describeTime, localTime, nextHour } from '#web/features/publishing/times/wall-times.ts';
import { cut, plural } from '#web/lib/text.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Interval = (typeof INTERVALS)[number];
type End = 'count' | 'until';

/** Makes copies of a post as drafts, each with its time. */
export function RepeatDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const workspace = useWorkspace().data;
  return workspace ? <Form item={item} zone={workspace.time_zone} onClose={onClose} /> : null;
}

function Form({ item, zone, onClose }: { item: Item; zone: string; onClose: () => void }) {
  const [at, setAt] = useState(() => nextHour(zone));
  const [interval, setInterval] = useState<Interval>('week');
  const [every, setEvery] = useState('1');
  const [end, setEnd] = useState<End>('count');
  const [count, setCount] = useState('4');
  const [until, setUntil] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const channels = (useChannels().data ?? []).filter(({ state }) => state === 'connected');
  const repeat = useRepeat();
  const note = describeTime({ ...at, zone });
  const local = localTime(at);
  const isWhole = (text: string, most: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  const isReady =
    !note.isError &&
    isWhole(every, 52) &&
    (end === 'count' ? isWhole(count, MAX_REPETITIONS) : until !== '');
  function submit(event: { preventDefault: () => void }) {
    event.preventDefault();
    if (!isReady || !local) return;
    repeat.mutate(
      {
        item: item.id,
        at: { local, zone },
        channels: [...chosen],
        interval,
        every: Number(every),
        ...(end === 'count' ? { count: Number(count) } : { until }),
      },
      { onSuccess: onClose },
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Repeat…"
      description={`${cut(item.content.replaceAll(/\s+/g, ' '), 60)} · copied as drafts to the calendar; each can be changed`}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_8.25rem] gap-3">
          <DateTimeFields label="First day" value={at} onChange={setAt} />
          <Field label="Every">
            <Input
              type="number"
              min={1}
              max={52}
              required
              value={every}
              onChange={({ target }) => setEvery(target.value)}
            />
          </Field>
          <Field label="Interval">
            <Select
              value={interval}
              options={INTERVALS.map((value) => ({
                value,
                label: every === '1' ? value : `${value}s`,
              }))}
              onChange={setInterval}
            />
          </Field>
          <Field label="Ends">
            <Select
              value={end}
              options={[
                { value: 'count', label: 'After a number of copies' },
                { value: 'until', label: 'On a day' },
              ]}
              onChange={setEnd}
            />
          </Field>
          {end === 'count' ? (
            <Field label="Copies">
              <Input
                type="number"
                min={1}
                max={MAX_REPETITIONS}
                required
                value={count}
                onChange={({ target }) => setCount(target.value)}
              />
            </Field>
          ) : (
            <Field label="Last day">
              <Input
                type="date"
                required
                min={at.date}
                value={until}
                onChange={({ target }) => setUntil(target.value)}
              />
            </Field>
          )}
        </div>
        <TimeNote isError={note.isError}>
          {note.isError
            ? note.text
            : `Times in ${zoneName(zone)}. Nothing is sent until it is scheduled.`}
        </TimeNote>
        {channels.length > 0 && (
          <fieldset>
            <legend className="font-medium">Planned for</legend>
            <div className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
              <ChannelBoxes channels={channels} chosen={chosen} onChange={setChosen} />
            </div>
          </fieldset>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!isReady} busy={repeat.isPending}>
            {end === 'count' && isReady ? `Create ${plural(Number(count), 'draft')}` : 'Create'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
