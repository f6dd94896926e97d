import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type Evergreen,
  type EvergreenFields,
  MAX_GAP_DAYS,
  MAX_USES,
  MIN_GAP_DAYS,
} from '#contract/automation/evergreen.ts';
import type { Folder } from '#contract/content/folders.ts';
import { paths } from '#contract/paths.ts';
import type { ChannelSet } from '#contract/publishing/channel-sets.ts';
import { useCan } from '#web/api/workspace.ts';
import { useChannelSets } from '#web/features/publishing/channels/channel-set-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useEvergreen, useSaveEvergreen } from './evergreen-queries.ts';
import { Outlook } from './Outlook.tsx';

type Props = { folder: Folder; onClose: () => void };

/** Makes a folder evergreen: its approved posts come again. */
export function EvergreenDialog({ folder, onClose }: Props) {
  const query = useEvergreen(folder.id);
  const sets = useChannelSets();
  const failed = query.isError ? query : sets.isError ? sets : undefined;
  return (
    <Dialog
      open
      medium
      onClose={onClose}
      title="Evergreen"
      description={`For the folder ‘${folder.name}’.`}
    >
      {failed ? (
        <RetryAlert message="That didn’t load." onRetry={() => void failed.refetch()} />
      ) : query.data && sets.data ? (
        <Form folder={folder} saved={query.data.evergreen} sets={sets.data} onClose={onClose} />
      ) : (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  );
}

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  new Date(Date.UTC(2026, at, 1)).toLocaleString('en', { month: 'short', timeZone: 'UTC' }),
);
const monthOptions = [
  { value: '', label: 'All year' },
  ...MONTHS.map((label, at) => ({ value: String(at + 1), label })),
];

type Draft = Omit<EvergreenFields, 'channel_set' | 'gap_days' | 'max_uses'> & {
  channel_set: number | null;
  /** As typed. */
  gap_days: string;
  max_uses: string;
};

const draftOf = (saved: Evergreen | null, sets: readonly ChannelSet[]): Draft => ({
  channel_set: saved ? saved.channel_set : (sets[0]?.id ?? null),
  gap_days: String(saved?.gap_days ?? 60),
  max_uses: String(saved?.max_uses ?? 6),
  season_from: saved?.season_from ?? null,
  season_to: saved?.season_to ?? null,
  ends_on: saved?.ends_on ?? null,
  without_asking: saved?.without_asking ?? false,
});

const numberIn = (text: string, min: number, max: number) => {
  const number = Number(text);
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
};

/** Undefined where something is missing or wrong. */
function fieldsOf({
  channel_set,
  gap_days,
  max_uses,
  ...rest
}: Draft): EvergreenFields | undefined {
  const gap = numberIn(gap_days, MIN_GAP_DAYS, MAX_GAP_DAYS);
  const uses = numberIn(max_uses, 1, MAX_USES);
  if (channel_set === null || gap === undefined || uses === undefined) return undefined;
  return { ...rest, channel_set, gap_days: gap, max_uses: uses };
}

type FormProps = {
  folder: Folder;
  saved: Evergreen | null;
  sets: ChannelSet[];
  onClose: () => void;
};

function Form({ folder, saved, sets, onClose }: FormProps) {
  const [isOn, setOn] = useState(saved !== null);
  const [draft, setDraft] = useState(() => draftOf(saved, sets));
  const save = useSaveEvergreen(folder.id);
  const writes = useCan('write');
  const decides = useCan('decide');
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const fields = fieldsOf(draft);
  const set = sets.find(({ id }) => id === draft.channel_set);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isOn && !fields) return;
    // What was never on has nothing to end.
    if (!isOn && !saved) return onClose();
    save.mutate(isOn && fields ? fields : null, { onSuccess: onClose });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Switch
        checked={isOn}
        onChange={setOn}
        label="Evergreen"
        hint="Its approved posts are taken in turn into free slots, the longest unused first."
        disabled={!writes}
      />
      {saved?.error && <Alert>{saved.error}</Alert>}
      {isOn && sets.length === 0 && (
        <p className="rounded-base border border-line bg-page p-3">
          There is no channel set yet. Choose channels in the publish dialog of any post, and save
          them as a set.
        </p>
      )}
      {isOn && sets.length > 0 && (
        <fieldset disabled={!writes} className="contents">
          <div className="grid gap-4 rounded-base border border-line p-4 sm:grid-cols-2">
            <Field label="Into the queue of" required>
              <Select
                value={draft.channel_set === null ? '' : String(draft.channel_set)}
                placeholder="Choose a channel set"
                options={sets.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={(id) => change({ channel_set: Number(id) })}
              />
            </Field>
            <Field label="Ends on">
              <Input
                type="date"
                value={draft.ends_on ?? ''}
                onChange={({ target }) => change({ ends_on: target.value || null })}
              />
            </Field>
            <NumberField
              label="Same post again after, in days"
              value={draft.gap_days}
              min={MIN_GAP_DAYS}
              max={MAX_GAP_DAYS}
              onChange={(gap_days) => change({ gap_days })}
            />
            <NumberField
              label="Times each post is used, at most"
              value={draft.max_uses}
              min={1}
              max={MAX_USES}
              onChange={(max_uses) => change({ max_uses })}
            />
            <Season draft={draft} onChange={change} />
          </div>
          <Asking
            checked={draft.without_asking}
            onChange={(without_asking) => change({ without_asking })}
            decides={decides}
          />
          <Outlook folder={folder.id} fields={fields} setName={set?.name ?? ''} />
        </fieldset>
      )}
      <DialogActions>
        <Button onClick={onClose}>{writes ? 'Cancel' : 'Close'}</Button>
        {writes && (
          <Button type="submit" variant="primary" disabled={isOn && !fields} busy={save.isPending}>
            Save Changes
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

type NumberProps = {
  label: string;
  value: string;
  min: number;
  max: number;
  onChange: (value: string) => void;
};

function NumberField({ label, value, min, max, onChange }: NumberProps) {
  const isWrong = numberIn(value, min, max) === undefined;
  return (
    <Field
      label={label}
      required
      error={isWrong ? `Enter a number from ${min} to ${max}.` : undefined}
    >
      <Input
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/** From one month to another; choosing the first begins with a season of that month. */
function Season({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const { season_from: from, season_to: to } = draft;
  return (
    <>
      <Field label="Season from">
        <Select
          value={String(from ?? '')}
          options={monthOptions}
          onChange={(month) =>
            onChange(
              month
                ? { season_from: Number(month), season_to: to ?? Number(month) }
                : { season_from: null, season_to: null },
            )
          }
        />
      </Field>
      {from !== null && (
        <Field label="Season to">
          <Select
            value={String(to ?? '')}
            options={monthOptions.slice(1)}
            onChange={(month) => onChange({ season_to: Number(month) })}
          />
        </Field>
      )}
    </>
  );
}

type AskingProps = { checked: boolean; decides: boolean; onChange: (checked: boolean) => void };

function Asking({ checked, decides, onChange }: AskingProps): ReactNode {
  return (
    <div
      className={
        checked
          ? 'rounded-base border border-danger bg-danger-soft p-4'
          : 'rounded-base border border-line p-4'
      }
    >
      <Switch
        checked={checked}
        onChange={onChange}
        disabled={!decides && !checked}
        label={
          checked ? <span className="text-danger">Publishes without asking</span> : 'Without asking'
        }
        name="Without asking"
        hint={
          checked ? (
            <>
              Its posts go out unread, with your rights. Whatever is scheduled is in the{' '}
              <TextLink to={paths.calendar}>calendar</TextLink>, and can be cancelled there.
            </>
          ) : decides ? (
            'It proposes posts, and someone approves them.'
          ) : (
            'Only people who may publish can switch this on.'
          )
        }
      />
    </div>
  );
}
