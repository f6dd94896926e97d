import { CircleAlert, CircleCheck, Info, Unplug } from 'lucide-react';
import { useId, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { type ChannelSet, MAX_SET_NAME } from '#contract/publishing/channel-sets.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { ApiError } from '#web/api/client.ts';
import { useCan } from '#web/api/workspace.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { saveSet, useDeleteSet } from '#web/features/publishing/channels/channel-set-queries.ts';
import { DetailMenu } from '#web/features/reusable/templates/DetailMenu.tsx';
import { Detail } from '#web/features/reusable/templates/ListBeside.tsx';
import { classes } from '#web/lib/classes.ts';
import { useAutosave } from '#web/lib/drafts/use-autosave.ts';
import { plural } from '#web/lib/text.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SaveState } from '#web/ui/feedback/SaveState.tsx';
import { SelectBox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

const DAY_MS = 24 * 60 * 60_000;
const WARN_DAYS = 14;
/** Fewer are seen at once. */
const MANY_CHANNELS = 8;

type Fields = Omit<ChannelSet, 'id'>;
type Props = { set: ChannelSet; channels: readonly Channel[]; onBack: () => void };

const fieldsOf = ({ name, channels, folder }: ChannelSet): Fields => ({ name, channels, folder });
const missing = ({ name, channels }: Fields) =>
  name.trim() === '' ? 'Enter a name' : channels.length === 0 ? 'Choose a channel' : undefined;

/** A channel set: it saves by itself. `onBack`: to the list, also once it is deleted. */
export function SetDetail({ set, channels, onBack }: Props) {
  const manages = useCan('manage');
  const remove = useDeleteSet();
  const { data: folders = [] } = useFolders();
  const saving = useAutosave<Fields, ChannelSet>({ saved: set, fieldsOf, missing, save: saveSet });
  const { fields, change, error } = saving;
  const errors = error instanceof ApiError ? error.fields : {};
  const usable = folders.filter(({ id }) => id > 0);
  return (
    <Detail
      name={fields.name || 'Channel set'}
      list="Channel sets"
      onBack={onBack}
      head={
        manages && (
          <>
            <SaveState saving={saving} />
            <DetailMenu
              name={set.name}
              question="Its accounts stay connected. What is scheduled keeps its channels."
              onDelete={() => remove.mutate(set, { onSuccess: onBack })}
            />
          </>
        )
      }
    >
      {error && !errors.name && (
        <Alert>{error.message || 'The server didn’t answer. What you changed is kept here.'}</Alert>
      )}
      {saving.missing && <p className="text-danger">{saving.missing} to save it.</p>}
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_240px]">
        <Field label="Name" required error={errors.name?.[0]}>
          <Input
            dir="auto"
            value={fields.name}
            maxLength={MAX_SET_NAME}
            readOnly={!manages}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-medium">
            Offered first in
          </span>
          <Select
            aria-label="Offered first in"
            value={String(fields.folder ?? '')}
            options={[{ value: '', label: 'No folder' }, ...folderOptions(usable)]}
            disabled={!manages}
            onChange={(value) => change({ folder: value === '' ? null : Number(value) })}
          />
        </div>
      </div>
      <Channels
        channels={channels}
        chosen={fields.channels}
        readOnly={!manages}
        onChange={(next) => change({ channels: next })}
      />
      <p className="flex items-start gap-2 text-muted text-xs">
        <Info size={14} aria-hidden className="mt-0.5 shrink-0" />
        Changes apply from now on. What is already scheduled keeps its channels.
      </p>
    </Detail>
  );
}

type ChannelsProps = {
  channels: readonly Channel[];
  chosen: readonly number[];
  readOnly: boolean;
  onChange: (chosen: number[]) => void;
};

function Channels({ channels, chosen, readOnly, onChange }: ChannelsProps) {
  const [text, setText] = useState('');
  const shown = channels.filter(({ handle, name, network }) =>
    `${handle} ${name} ${NETWORK_NAMES[network]}`.toLowerCase().includes(text.toLowerCase()),
  );
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center gap-2">
        <h3 id={id} className="font-medium">
          Channels{' '}
          <span className="font-normal text-muted">
            {chosen.length} of {channels.length}
          </span>
        </h3>
        {channels.length > MANY_CHANNELS && (
          <SearchInput
            size="small"
            aria-label="Filter channels"
            placeholder="Filter"
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="ml-auto w-36"
          />
        )}
      </div>
      <ul className="rounded-base border border-line">
        {shown.map((channel) => (
          <li key={channel.id} className="border-line-soft border-b last:border-b-0">
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the box has the keys */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys */}
            <div
              onClick={() => !readOnly && toggle(channel.id)}
              className="flex min-h-14 items-center gap-3 px-3 py-1.5"
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a press of the box is no press of the row */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
              <span onClick={(event) => event.stopPropagation()}>
                <SelectBox
                  checked={chosen.includes(channel.id)}
                  disabled={readOnly}
                  label={`${channel.handle} on ${NETWORK_NAMES[channel.network]}`}
                  onToggle={() => toggle(channel.id)}
                />
              </span>
              <ChannelAvatar channel={channel} />
              <p className="flex min-w-0 grow flex-wrap gap-x-1.5 pl-1">
                <span dir="auto" className="min-w-0 truncate font-medium">
                  {channel.handle}
                </span>
                <span className="text-muted text-xs leading-5">
                  {NETWORK_NAMES[channel.network]}
                </span>
              </p>
              <ChannelState channel={channel} />
            </div>
          </li>
        ))}
        {shown.length === 0 && <li className="p-3 text-muted">No channel matches.</li>}
      </ul>
    </section>
  );
}

function ChannelState({ channel: { state, expires_at: expires } }: { channel: Channel }) {
  const days = expires ? Math.ceil((Date.parse(expires) - Date.now()) / DAY_MS) : undefined;
  const isEnding = days !== undefined && days <= WARN_DAYS;
  const [Icon, text, look] =
    state !== 'connected'
      ? ([Unplug, 'Not connected', 'text-danger'] as const)
      : isEnding
        ? ([CircleAlert, `Ends in ${plural(Math.max(0, days), 'day')}`, 'text-warning'] as const)
        : ([CircleCheck, 'Connected', 'text-muted'] as const);
  return (
    <span className={classes('flex shrink-0 items-center gap-1.5 text-[13px]', look)}>
      <Icon size={16} aria-hidden />
      <span className="max-sm:sr-only">{text}</span>
    </span>
  );
}
