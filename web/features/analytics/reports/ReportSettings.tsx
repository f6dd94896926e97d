import { useEffect, useRef, useState } from 'react';
import { addDays } from '#contract/analytics/ranges.ts';
import {
  BLOCKS,
  MAX_COMMENT,
  MAX_TITLE,
  PERIODS,
  type Report,
} from '#contract/analytics/reports.ts';
import { useZone } from '#web/api/workspace.ts';
import { OrderedChoice } from '#web/features/analytics/figures/OrderedChoice.tsx';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { wallTime } from '#web/lib/time/clock.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { type Fields, fieldsOf, useSaveReport } from './report-queries.ts';
import { BLOCK_NAMES, PERIOD_NAMES } from './report-words.ts';

/** Typing is saved after this pause. */
const PAUSE_MS = 800;

/** What a report shows. Each change is saved by itself. */
export function ReportSettings({ report }: { report: Report }) {
  const [fields, setFields] = useState(() => fieldsOf(report));
  const save = useSaveReport(report.id);
  const channels = useChannels().data ?? [];
  const members = useMembers().data ?? [];
  const { change, state } = useSaving(fields, setFields, save.mutateAsync);
  const missing = fields.title.trim() === '';
  return (
    <form aria-label="Report" className="flex flex-col gap-4" onSubmit={(e) => e.preventDefault()}>
      <p role="status" className="h-5 text-muted text-xs">
        {missing ? 'Enter a title' : state}
      </p>
      <Field label="Client" hint="At the head of the report; without one, the workspace.">
        <Input
          value={fields.client ?? ''}
          maxLength={MAX_TITLE}
          onChange={({ target }) => change({ client: target.value })}
        />
      </Field>
      <Field label="Title">
        <Input
          value={fields.title}
          maxLength={MAX_TITLE}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field label="Comment">
        <Textarea
          value={fields.comment ?? ''}
          maxLength={MAX_COMMENT}
          rows={5}
          onChange={({ target }) => change({ comment: target.value })}
        />
      </Field>
      <Range fields={fields} change={change} />
      <Field label="Shown">
        <Select
          value={String(fields.filters.channel[0] ?? '')}
          options={[
            { value: '', label: 'All channels' },
            ...channels.map(({ id, handle }) => ({ value: String(id), label: handle })),
          ]}
          onChange={(value) =>
            change({ filters: { ...fields.filters, channel: value ? [Number(value)] : [] } })
          }
        />
      </Field>
      <fieldset>
        <legend className="mb-1 font-medium text-[13px]">Blocks</legend>
        <OrderedChoice
          all={BLOCKS}
          names={BLOCK_NAMES}
          chosen={fields.blocks}
          onChange={(blocks) => change({ blocks })}
        />
      </fieldset>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-[13px]">Told on the first of each month</legend>
        {members.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={fields.recipients.includes(id)}
            onChange={(isTold) =>
              change({
                recipients: isTold
                  ? [...fields.recipients, id]
                  : fields.recipients.filter((other) => other !== id),
              })
            }
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
    </form>
  );
}

type Change = (changes: Partial<Fields>) => void;

/** Saves what has changed after a pause, and at the end what is not saved yet. */
function useSaving(
  fields: Fields,
  setFields: (fields: Fields) => void,
  save: (changes: Partial<Fields>) => Promise<unknown>,
) {
  const [state, setState] = useState('Saved');
  // What others may have changed meanwhile stays.
  const pending = useRef<Partial<Fields>>(undefined);
  const queue = useRef(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useRef(() => {});
  flush.current = () => {
    clearTimeout(timer.current);
    const next = pending.current;
    if (!next || next.title?.trim() === '') return;
    pending.current = undefined;
    setState('Saving…');
    // One after another: the last change is stored last.
    queue.current = queue.current.then(() =>
      save(next).then(
        () => setState((now) => (now === 'Saving…' ? 'Saved' : now)),
        () => {
          pending.current = { ...next, ...pending.current };
          setState('Not saved');
        },
      ),
    );
  };
  useEffect(() => {
    const leave = () => flush.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const change: Change = (changes) => {
    setFields({ ...fields, ...changes });
    setState('Editing…');
    pending.current = { ...pending.current, ...changes };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => flush.current(), PAUSE_MS);
  };
  return { change, state };
}

function Range({ fields, change }: { fields: Fields; change: Change }) {
  const { period, from_day: from, to_day: to } = fields;
  const yesterday = addDays(wallTime(Date.now(), useZone()).slice(0, 10), -1);
  return (
    <>
      <Field label="Range">
        <Select
          value={period}
          options={PERIODS.map((name) => ({ value: name, label: PERIOD_NAMES[name] }))}
          onChange={(value) =>
            change({
              period: value as Fields['period'],
              from_day: value === 'fixed' ? (from ?? `${yesterday.slice(0, 8)}01`) : null,
              to_day: value === 'fixed' ? (to ?? yesterday) : null,
            })
          }
        />
      </Field>
      {period === 'fixed' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="From">
            <Input
              type="date"
              required
              value={from ?? ''}
              max={to ?? undefined}
              onChange={({ target }) => target.value && change({ from_day: target.value })}
            />
          </Field>
          <Field label="To">
            <Input
              type="date"
              required
              value={to ?? ''}
              min={from ?? undefined}
              onChange={({ target }) => target.value && change({ to_day: target.value })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
