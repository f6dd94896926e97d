import { CircleX } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ChannelChoice, errorsOf } from './ChannelChoice.tsx';
import { buttonOf, leftOutText } from './publish-words.ts';
import { useQueues } from './queue-queries.ts';
import type { Subject } from './subject.ts';
import { type Choices, useChoices } from './use-choices.ts';
import { useSubmit } from './use-submit.ts';
import { WhenField } from './WhenField.tsx';

type Props = {
  subject: Subject;
  /** Connected ones. */
  channels: readonly Channel[];
  workspace: number;
  zone: string;
  onClose: () => void;
};

/** What is published where and when, and the button. */
export function PublishChoices(props: Props) {
  const { subject, channels, workspace, zone, onClose } = props;
  const queues = useQueues();
  const choices = useChoices(subject, channels, workspace);
  const { submit, sending, failure } = useSubmit(props, choices);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is a shortcut for the button
    <div onKeyDown={onKeyDown} className="flex min-h-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto md:grid md:grid-cols-[1fr_320px] md:overflow-hidden lg:grid-cols-[1fr_376px]">
        <Channels channels={channels} choices={choices} onLeave={onClose} />
        <section
          aria-label="When"
          className="border-line bg-page p-4 md:min-h-0 md:overflow-y-auto md:border-l lg:p-6"
        >
          <WhenField
            value={choices.when}
            zone={zone}
            onChange={choices.setWhen}
            slots={channels
              .filter(({ id }) => choices.chosen.has(id))
              .map(({ id, network }) => {
                const queue = queues.data?.find(({ channel }) => channel === id);
                return {
                  channel: id,
                  name: NETWORK_NAMES[network],
                  at: queue?.next_free?.at ?? null,
                  isEmpty: queue?.slots.length === 0,
                };
              })}
            isSeveral={subject.items.length > 1}
            onLeave={onClose}
          />
        </section>
      </div>
      <Foot
        choices={choices}
        onClose={onClose}
        submit={submit}
        sending={sending}
        failure={failure}
      />
    </div>
  );
}

type ChannelsProps = {
  channels: readonly Channel[];
  choices: Choices;
  onLeave: () => void;
};

function Channels({ channels, choices, onLeave }: ChannelsProps) {
  const { item, chosen, choose, options, setOptions, when, setWhen, checkedOf } = choices;
  const { leftOut, going, isChecking } = choices;
  const [open, setOpen] = useState<number | null>(null);
  return (
    <section aria-label="Channels" className="md:min-h-0 md:overflow-y-auto">
      <div className="flex h-14 items-center gap-3 border-line border-b px-4 md:px-6">
        <h3 className="font-semibold">Channels</h3>
        <p className="text-muted text-xs tabular-nums">
          {going.length} chosen{leftOut.length > 0 && `, ${leftOut.length} left out`}
        </p>
        <p role="status" className="ml-auto text-muted text-xs">
          {isChecking && <span className="appear-late">Checking…</span>}
        </p>
      </div>
      <ul>
        {channels.map((channel) => (
          <ChannelChoice
            key={channel.id}
            channel={channel}
            checked={checkedOf(channel.id)}
            chosen={chosen.has(channel.id)}
            onChoose={(on) => choose(channel.id, on)}
            options={options[channel.id] ?? {}}
            onOptions={(next) => setOptions({ ...options, [channel.id]: next })}
            isOpen={open === channel.id}
            onOpen={(on) => setOpen(on ? channel.id : null)}
            item={item}
            onLeave={onLeave}
            onTime={(next) =>
              when.kind === 'at' &&
              setWhen({ ...when, date: next.slice(0, 10), time: next.slice(11) })
            }
          />
        ))}
      </ul>
    </section>
  );
}

type FootProps = ReturnType<typeof useSubmit> & { choices: Choices; onClose: () => void };

function Foot({ choices, submit, sending, failure, onClose }: FootProps) {
  const { going, leftOut, checkedOf, when, isTime } = choices;
  const [Icon, label] = buttonOf(going, when, isTime, useCan('decide'));
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line border-t px-4 py-3 md:px-6 md:py-4">
      <div className="mr-auto min-w-0 text-xs">
        {failure ? (
          <Alert>{failure}</Alert>
        ) : (
          leftOut.length > 0 && (
            <p role="status" className="flex items-center gap-2">
              <CircleX size={16} aria-hidden className="shrink-0 text-danger" />
              {leftOutText(
                leftOut,
                leftOut.reduce((sum, { id }) => sum + errorsOf(checkedOf(id)).length, 0),
              )}
            </p>
          )
        )}
      </div>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        disabled={going.length === 0 || !isTime}
        busy={sending}
        onClick={() => void submit()}
        className="max-w-full"
      >
        <Icon size={16} aria-hidden className="shrink-0" />
        <span className="truncate">{label}</span>
      </Button>
    </div>
  );
}
