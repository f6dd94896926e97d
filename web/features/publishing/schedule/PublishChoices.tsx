import { CircleX, ListOrdered } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import { AfterwardsSection } from '#web/features/publishing/afterwards/AfterwardsSection.tsx';
import { AddedTexts } from '#web/features/publishing/channels/AddedTexts.tsx';
import { useAdditions } from '#web/features/publishing/publications/publishing-queries.ts';
import { useQueues } from '#web/features/publishing/slots/queue-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { focusFirst } from '#web/ui/overlays/focus.ts';
import { errorsOf } from './ChannelChoice.tsx';
import { ChannelList } from './ChannelList.tsx';
import { CostCard } from './CostCard.tsx';
import { buttonOf, leftOutText } from './publish-words.ts';
import type { Subject } from './subject.ts';
import { type Choices, type Proposal, useChoices } from './use-choices.ts';
import { useSubmit } from './use-submit.ts';
import { WhenField } from './WhenField.tsx';

type Props = {
  subject: Subject;
  proposal: Proposal;
  /** Connected ones. */
  channels: readonly Channel[];
  workspace: number;
  zone: string;
  onClose: () => void;
};

/** What is published where and when, and the button. */
export function PublishChoices(props: Props) {
  const { subject, proposal, channels, workspace, zone, onClose } = props;
  const queues = useQueues();
  const choices = useChoices(subject, channels, workspace, proposal);
  const { rows, chosen, when } = choices;
  const [only, ...others] = subject.items;
  const additions = useAdditions(only, others.length === 0, subject.version).data;
  const { submit, sending, failure, missing } = useSubmit({ ...props, additions }, choices);
  const slots = rows
    .filter(({ id }) => chosen.has(id))
    .map(({ id, network }) => {
      const queue = queues.data?.find(({ channel }) => channel === id);
      return {
        channel: id,
        name: NETWORK_NAMES[network],
        at: queue?.next_free?.at ?? null,
        isEmpty: queue?.slots.length === 0,
      };
    });
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog was open before the channels were there.
    const dialog = root.current?.closest<HTMLElement>('[role=dialog]');
    const { activeElement: focused, body } = document;
    if (dialog && (focused === dialog || focused === body)) focusFirst(dialog);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is a shortcut for the button
    <div ref={root} onKeyDown={onKeyDown} className="flex min-h-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto md:grid md:grid-cols-[1fr_320px] md:overflow-hidden lg:grid-cols-[1fr_376px]">
        <ChannelList choices={choices} parts={subject.parts ?? 1} onLeave={onClose} />
        <section
          aria-label="When"
          className="border-line bg-page p-4 md:min-h-0 md:overflow-y-auto md:border-l lg:p-6"
        >
          <WhenField
            value={choices.when}
            zone={zone}
            onChange={choices.setWhen}
            slots={slots}
            isSeveral={subject.items.length > 1}
            onLeave={onClose}
          />
          <AfterwardsSection
            value={choices.afterwards}
            going={choices.going}
            channels={channels}
            missing={missing}
            onChange={choices.setAfterwards}
          />
          {additions && <AddedTexts additions={additions} hasEndings />}
          <CostCard choices={choices} />
        </section>
      </div>
      <Foot
        choices={choices}
        onClose={onClose}
        submit={submit}
        sending={sending}
        failure={failure}
        canQueue={when.kind === 'now' && slots.every(({ at }) => at !== null)}
      />
    </div>
  );
}

type FootProps = Omit<ReturnType<typeof useSubmit>, 'missing'> & {
  choices: Choices;
  /** Whether each chosen channel has a free slot, and no time is chosen. */
  canQueue: boolean;
  onClose: () => void;
};

function Foot({ choices, canQueue, submit, sending, failure, onClose }: FootProps) {
  const { going, leftOut, checkedOf, when, isTime } = choices;
  const [Icon, label] = buttonOf(going, when, isTime, useCan('decide'));
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-line border-t px-4 py-3 md:px-6 md:py-4">
      <div className={classes('mr-auto min-w-0 text-xs', failure && 'max-lg:w-full')}>
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
      <Button onClick={onClose} className="max-sm:hidden">
        Cancel
      </Button>
      {canQueue && going.length > 0 && (
        <Button busy={sending} onClick={() => void submit(true)}>
          <ListOrdered size={16} aria-hidden className="shrink-0" />
          Add to queue
        </Button>
      )}
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
