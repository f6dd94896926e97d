import { type Choice, ON } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { ChannelName } from '#web/features/networks/NetworkMark.tsx';
import {
  afterwardText,
  afterwardTitle,
} from '#web/features/publishing/afterwards/afterward-words.ts';
import { ChannelAvatar } from '#web/features/publishing/channels/ChannelAvatar.tsx';
import { zonedTime, zoneName } from '#web/lib/time/time.ts';

/** What an approval schedules beside the text: accounts, times, and all that was chosen. */
export function Proposals({ publications }: { publications: readonly Publication[] }) {
  const workspace = useWorkspace().data;
  if (!publications.length || !workspace) return null;
  const zone = workspace.time_zone;
  return (
    <section aria-label="Scheduled on approval" className="border-line border-t pt-4">
      <h3 className="mb-3 font-semibold text-[13px]">
        Scheduled on approval
        <span className="ml-2 font-normal text-muted text-xs">Times in {zoneName(zone)}</span>
      </h3>
      <ul className="flex flex-col gap-3">
        {publications.map(({ id, channel, state, due_at, queued, options, afterwards }) => (
          <li key={id} className="flex items-start gap-3">
            <ChannelAvatar channel={channel} />
            <div className="min-w-0 grow">
              <ChannelName channel={channel} />
              <p className="text-muted text-xs tabular-nums">
                {zonedTime(due_at, zone)}
                {queued && ' · queue slot'}
                {state === 'scheduled' && ' · already scheduled'}
              </p>
              <Chosen choices={networks[channel.network].options ?? []} options={options} />
              {afterwards
                .filter(({ state }) => state !== 'cancelled')
                .map((afterward) => (
                  <p key={afterward.id} dir="auto" className="mt-1 break-words text-[13px]">
                    <span className="text-muted">Afterwards: </span>
                    {afterwardTitle(afterward)}, {afterwardText(afterward, zone)}
                    {afterward.text !== null && `: “${afterward.text}”`}
                  </p>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chosen({
  choices,
  options,
}: {
  choices: readonly Choice[];
  options: Publication['options'];
}) {
  const chosen = Object.entries(options).filter(([, value]) => value !== '');
  if (!chosen.length) return null;
  return (
    <dl className="mt-1.5 flex flex-col gap-1 text-[13px]">
      {chosen.map(([name, value]) => {
        const choice = choices.find((known) => known.name === name);
        return (
          <div key={name}>
            <dt className="inline text-muted">{choice?.label ?? name}: </dt>
            <dd dir="auto" className="inline whitespace-pre-wrap break-words">
              {wordOf(choice, value)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const wordOf = (choice: Choice | undefined, value: string) =>
  choice?.isSwitch && value === ON
    ? 'yes'
    : (choice?.values?.find((known) => known.value === value)?.label ?? value);
