import { useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { LinkSettings } from '#contract/publishing/link-settings.ts';
import { type UtmValues, withUtm } from '#contract/publishing/utm.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { LinkDestination } from './LinkDestination.tsx';
import { useUpdateLinkSettings } from './link-queries.ts';
import { SiteSection } from './SiteSection.tsx';
import { UtmFields } from './UtmFields.tsx';

const FEW_CHANNELS = 4;
const MAX_HOST = 253;

/** An address and what its placeholders stand for, to show what becomes of it. */
const SAMPLE = 'https://example.com/winter-roast';
const SAMPLE_VALUES: UtmValues = {
  network: 'x',
  channel: 'example',
  folder: 'Launches',
  campaign: 'Winter',
  date: '2026-11-26',
  post: '412',
};

type Props = { settings: LinkSettings; channels: readonly Channel[]; disabled: boolean };

/** What becomes of the links of posts; each change is saved at once. */
export function LinkSettingsForm({ settings, channels, disabled }: Props) {
  const { mutate: save, isPending, variables } = useUpdateLinkSettings();
  const { counts, adds_utm, utm, base } = settings;
  const target = adds_utm ? withUtm(SAMPLE, utm, SAMPLE_VALUES) : SAMPLE;
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="sr-only">Links and UTM</legend>
      <SettingsSection
        title="Visits"
        hint="One short link for each address and channel. No cookie, no IP address, no user agent is stored."
      >
        <div className="flex flex-col gap-5">
          <Switch
            checked={counts}
            onChange={(next) => save({ counts: next })}
            label="Count visits of links"
            hint={
              counts
                ? 'From the next publication on. Approved texts stay as they are.'
                : 'Links that are out go on leading to their pages.'
            }
          />
          {counts && (
            <>
              <Hosts hosts={settings.hosts} onChange={(hosts) => save({ hosts })} />
              <Channels
                channels={channels}
                // A switch that follows at once changes what is being saved.
                leftOut={(isPending && variables.left_out) || settings.left_out}
                onChange={(left_out) => save({ left_out })}
              />
            </>
          )}
          {(counts || adds_utm) && (
            <div className="flex flex-col gap-2">
              <LinkDestination label="In the post" address={SAMPLE} target={SAMPLE} />
              {counts && (
                <LinkDestination
                  label="What is sent"
                  address={`${base}hK3tQ9a`}
                  target={`${base}hK3tQ9a`}
                />
              )}
              <LinkDestination
                label={counts ? 'Where it leads' : 'What is sent'}
                address={SAMPLE}
                target={target}
              />
            </div>
          )}
        </div>
      </SettingsSection>
      <SettingsSection
        title="UTM"
        hint="Written into addresses when they are sent. What an address already has wins; query and fragment stay; never on links with a signature."
      >
        <div className="flex flex-col gap-5">
          <Switch
            checked={adds_utm}
            onChange={(next) => save({ adds_utm: next })}
            label="Add UTM to links"
          />
          {adds_utm && <UtmFields utm={utm} onChange={(next) => save({ utm: next })} />}
        </div>
      </SettingsSection>
      <SiteSection settings={settings} />
      <SettingsSection title="Kept for" hint="The same for every workspace.">
        <dl className="grid grid-cols-2 gap-y-1.5 text-[13px]">
          {KEPT.map(([what, howLong]) => (
            <div key={what} className="contents">
              <dt>{what}</dt>
              <dd>{howLong}</dd>
            </div>
          ))}
        </dl>
      </SettingsSection>
    </fieldset>
  );
}

const KEPT = [
  ['Single visits', '60 days'],
  ['Visits by hour and day', 'as long as the link'],
  ['Salts of the visitor count', '48 hours'],
  ['Country', 'unknown'],
] as const;

function Hosts({
  hosts,
  onChange,
}: {
  hosts: LinkSettings['hosts'];
  onChange: (hosts: string[] | null) => void;
}) {
  const [isSome, setSome] = useState(hosts !== null);
  return (
    <div className="flex flex-col gap-2">
      {[false, true].map((some) => (
        <label key={String(some)} className="flex min-h-6 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="hosts"
            checked={isSome === some}
            onChange={() => {
              setSome(some);
              if (!some && hosts !== null) onChange(null);
            }}
            className="size-5 accent-(--color-accent-solid)"
          />
          {some ? 'Only links to these hosts' : 'All links'}
        </label>
      ))}
      {isSome && (
        <Field label="Hosts" hint="With those below them: example.com is also shop.example.com.">
          <TagInput tags={hosts ?? []} longest={MAX_HOST} onChange={onChange} />
        </Field>
      )}
    </div>
  );
}

function Channels({
  channels,
  leftOut,
  onChange,
}: {
  channels: readonly Channel[];
  leftOut: readonly number[];
  onChange: (leftOut: number[]) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? channels : channels.slice(0, FEW_CHANNELS);
  if (channels.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 text-[13px] text-muted">Channels</h3>
      <ul className="divide-y divide-line border-line border-y">
        {shown.map((channel) => {
          const { id, network, handle } = channel;
          const facts = [NETWORK_NAMES[network], networks[network].shortLinks]
            .filter(Boolean)
            .join(', ');
          return (
            <li key={id} className="flex min-h-11 items-center gap-4 py-2">
              <ChannelAvatar channel={channel} />
              <p className="min-w-0 grow">
                <span className="break-all font-medium">{handle}</span>{' '}
                <span className="text-muted text-xs">{facts}</span>
              </p>
              <Switch
                label=""
                name={`Count visits of links on ${handle}, ${NETWORK_NAMES[network]}`}
                checked={!leftOut.includes(id)}
                onChange={(counted) =>
                  onChange(counted ? leftOut.filter((other) => other !== id) : [...leftOut, id])
                }
              />
            </li>
          );
        })}
      </ul>
      {!isWhole && channels.length > FEW_CHANNELS && (
        <Button variant="link" size="small" onClick={() => setWhole(true)}>
          {channels.length - FEW_CHANNELS} more channels
        </Button>
      )}
    </div>
  );
}
