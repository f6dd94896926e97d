import type { TemplatePlaces } from '#contract/content/templates.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { networks } from '#contract/networks/networks.ts';
import { ChannelBoxes } from '#web/features/publishing/channels/ChannelBoxes.tsx';
import { ChoiceField } from '#web/features/publishing/channels/ChoiceField.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useChannelSets } from '#web/features/publishing/channels/channel-set-queries.ts';
import { DisconnectedChannels } from '#web/features/reusable/templates/DisconnectedChannels.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';

export type PlacesFieldsProps = {
  value: TemplatePlaces;
  onChange: (value: TemplatePlaces) => void;
};

/** Where posts of a template are proposed for in the publish dialog, and with which options. */
export function PlacesFields({ value, onChange }: PlacesFieldsProps) {
  const channels = (useChannels().data ?? []).filter(({ state }) => state !== 'disconnected');
  const sets = useChannelSets().data ?? [];
  const { channel_set: set, options } = value;
  const named = set === null ? value.channels : (sets.find(({ id }) => id === set)?.channels ?? []);
  const chosen = channels.filter(({ id }) => named.includes(id));
  const offered = [...new Set(chosen.map(({ network }) => network))].filter(
    (network) => networks[network].options?.length,
  );
  return (
    <>
      <Field label="Channel set" hint="Proposed when its posts are published.">
        <Select
          value={set === null ? '' : String(set)}
          options={[
            { value: '', label: 'None: choose channels' },
            ...sets.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(next) =>
            onChange({ ...value, channel_set: next === '' ? null : Number(next), channels: [] })
          }
        />
      </Field>
      {set === null && channels.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-medium">Channels</legend>
          <ChannelBoxes
            channels={channels}
            chosen={new Set(value.channels)}
            onChange={(ids) => onChange({ ...value, channels: [...ids] })}
          />
        </fieldset>
      )}
      <DisconnectedChannels places={value} />
      {offered.map((network) => (
        <fieldset key={network} className="flex flex-col gap-3">
          <legend className="mb-1.5 font-medium">Options for {NETWORK_NAMES[network]}</legend>
          {networks[network].options?.map((choice) => (
            <ChoiceField
              key={choice.name}
              choice={choice}
              allowed={undefined}
              value={options[network]?.[choice.name] ?? ''}
              onChange={(text) => {
                const { [choice.name]: _, ...others } = options[network] ?? {};
                const own = text === '' ? others : { ...others, [choice.name]: text };
                onChange({ ...value, options: { ...options, [network]: own } });
              }}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}
