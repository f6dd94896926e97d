import { CalendarClock, CircleX, Clock, ListOrdered, Send, Share2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { DraftTime } from '#contract/publishing/calendar.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { appliedOptions } from '#contract/publishing/checks.ts';
import { resolveLocal } from '#contract/times.ts';
import { ApiError } from '#web/api/client.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { cut, plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChannelChoice, errorsOf, type Options } from './ChannelChoice.tsx';
import { useChannels } from './channel-queries.ts';
import { cancelAll, publish, useDraftTime, usePublishingCheck } from './publishing-queries.ts';
import { useQueues } from './queue-queries.ts';
import { type When, WhenField } from './WhenField.tsx';
import { describeTime, localTime } from './wall-times.ts';

export type Subject = {
  /** The items; each stands for its post. */
  items: readonly number[];
  /** The beginning of the text, and the number of its parts, where it is one post. */
  excerpt?: string;
  parts?: number;
  /** The version that is shown: another one is not published. */
  version?: number;
  /** What is proposed: a time, and channels. */
  at?: { date: string; time: string; zone: string };
  channels?: readonly number[];
};

const UNDO_MS = 8000;
const EXCERPT = 60;
const CHECK_MS = 250;

/** The channels that were chosen last, in this workspace. */
const storageKey = (workspace: number) => `publish-channels-${workspace}`;
function lastChosen(workspace: number): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(workspace)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** Chooses where and when posts are published. */
export function PublishDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const channels = useChannels();
  const workspace = useWorkspace();
  const { items, excerpt, parts = 1 } = subject;
  // What was planned for a draft is proposed.
  const asks = items.length === 1 && !subject.at ? items[0] : undefined;
  const planned = useDraftTime(asks);
  const isKnown = asks === undefined || !planned.isPending;
  const description = excerpt
    ? [cut(excerpt.replaceAll(/\s+/g, ' '), EXCERPT), parts > 1 && `thread of ${parts}`]
        .filter(Boolean)
        .join(' · ')
    : plural(items.length, 'post');
  return (
    <Dialog open large onClose={onClose} title="Publish" description={description}>
      {channels.data && workspace.data && isKnown ? (
        <Choices
          subject={withPlan(subject, planned.data?.time)}
          channels={channels.data.filter(({ state }) => state === 'connected')}
          workspace={workspace.data.id}
          zone={workspace.data.time_zone}
          onClose={onClose}
        />
      ) : (
        <div role="status" aria-label="Loading channels" className="flex flex-col gap-3 p-6">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
    </Dialog>
  );
}

/** With the time and the channels that a draft has in the calendar, unless that has passed. */
function withPlan(subject: Subject, time: DraftTime | null | undefined): Subject {
  if (subject.at || !time || Date.parse(time.due_at) < Date.now()) return subject;
  const { local_time: local, zone, channels } = time;
  return { ...subject, at: { date: local.slice(0, 10), time: local.slice(11), zone }, channels };
}

type ChoicesProps = {
  subject: Subject;
  channels: Channel[];
  workspace: number;
  zone: string;
  onClose: () => void;
};

function Choices({ subject, channels, workspace, zone, onClose }: ChoicesProps) {
  const decides = useCan('decide');
  const single = subject.items.length === 1 ? subject.items[0] : undefined;
  const queues = useQueues();
  const [chosen, setChosen] = useState(
    () => new Set(subject.channels?.length ? subject.channels : lastChosen(workspace)),
  );
  const [options, setOptions] = useState<Record<number, Options>>({});
  const [open, setOpen] = useState<number | null>(null);
  const [when, setWhen] = useState<When>(
    subject.at ? { kind: 'at', ...subject.at } : { kind: 'now' },
  );
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  // The same for every attempt of the same request: after a lost response nothing is published twice.
  const last = useRef({ request: '', key: '' });

  const local = when.kind === 'at' ? localTime(when) : undefined;
  const time =
    when.kind === 'at'
      ? { local: local ?? '', zone: when.zone }
      : when.kind === 'now'
        ? null
        : when.kind;
  const isTime = when.kind !== 'at' || !describeTime(when).isError;
  const given = {
    at: isTime && time !== 'draft' ? time : null,
    options: filled(options, channels),
  };
  // As text: an equal object is another one at each rendering.
  const settled = useDebounced(JSON.stringify(given), CHECK_MS);
  const check = usePublishingCheck(single, JSON.parse(settled));
  const checkedOf = (id: number) => check.data?.find(({ channel }) => channel === id);
  const leftOut = channels.filter(({ id }) => errorsOf(checkedOf(id)).length > 0);
  const going = channels.filter((channel) => chosen.has(channel.id) && !leftOut.includes(channel));
  const isReady = going.length > 0 && isTime && !sending;

  if (channels.length === 0) return <NoChannels onClose={onClose} />;

  async function submit() {
    if (!isReady) return;
    setSending(true);
    setFailure(undefined);
    const ids = going.map(({ id }) => id);
    localStorage.setItem(storageKey(workspace), JSON.stringify(ids));
    const sent = Object.fromEntries(
      Object.entries(filled(options, channels)).filter(([id]) => ids.includes(Number(id))),
    );
    try {
      const { version } = subject;
      const every = when.kind === 'at' && when.every ? { every: when.every } : {};
      const body = { channels: ids, at: time, options: sent, ...(version && { version }) };
      const request = JSON.stringify({ ...body, ...every });
      if (last.current.request !== request) last.current = { request, key: randomKey() };
      const { publications, refused } = await publish(
        subject.items,
        { ...body, ...every },
        last.current.key,
      );
      if (refused.length > 0) {
        const [first] = refused;
        setFailure(
          `${plural(refused.length, 'post')} of ${subject.items.length} left out: ${first?.detail}`,
        );
        if (publications.length === 0) return;
      }
      announce(publications.map(({ id }) => id));
      if (refused.length === 0) onClose();
    } catch (error) {
      setFailure(sentenceOf(error) || 'That didn’t work. Nothing was changed.');
    } finally {
      setSending(false);
    }
  }

  function announce(ids: number[]) {
    const where = placeOf(going);
    if (!decides) return toast({ title: 'Proposed', description: 'Its approval schedules it.' });
    if (when.kind === 'now')
      return toast({ title: 'Success', description: `Publishing on ${where}` });
    toast({
      title: 'Success',
      description:
        when.kind === 'queue'
          ? `Added to the queue of ${where}`
          : when.kind === 'at'
            ? `Scheduled on ${where} for ${timeText(when)}`
            : `Scheduled on ${where}`,
      duration: UNDO_MS,
      action: { label: 'Undo', run: () => void cancelAll(ids) },
    });
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  const [Icon, label] = buttonOf(going, when, isTime, decides);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is a shortcut for the button
    <div onKeyDown={onKeyDown} className="flex min-h-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto md:grid md:grid-cols-[1fr_320px] md:overflow-hidden lg:grid-cols-[1fr_376px]">
        <section aria-label="Channels" className="md:min-h-0 md:overflow-y-auto">
          <div className="flex h-14 items-center gap-3 border-line border-b px-4 md:px-6">
            <h3 className="font-semibold">Channels</h3>
            <p className="text-muted text-xs tabular-nums">
              {going.length} chosen{leftOut.length > 0 && `, ${leftOut.length} left out`}
            </p>
            <p role="status" className="ml-auto text-muted text-xs">
              {check.isFetching && <span className="appear-late">Checking…</span>}
            </p>
          </div>
          <ul>
            {channels.map((channel) => (
              <ChannelChoice
                key={channel.id}
                channel={channel}
                checked={checkedOf(channel.id)}
                chosen={chosen.has(channel.id)}
                onChoose={(on) =>
                  setChosen((before) => {
                    const next = new Set(before);
                    if (on) next.add(channel.id);
                    else next.delete(channel.id);
                    return next;
                  })
                }
                options={options[channel.id] ?? {}}
                onOptions={(next) => setOptions({ ...options, [channel.id]: next })}
                isOpen={open === channel.id}
                onOpen={(on) => setOpen(on ? channel.id : null)}
                item={single}
                onLeave={onClose}
                onTime={(next) =>
                  when.kind === 'at' &&
                  setWhen({ ...when, date: next.slice(0, 10), time: next.slice(11) })
                }
              />
            ))}
          </ul>
        </section>
        <section
          aria-label="When"
          className="border-line bg-page p-4 md:min-h-0 md:overflow-y-auto md:border-l lg:p-6"
        >
          <WhenField
            value={when}
            zone={zone}
            onChange={setWhen}
            slots={channels
              .filter(({ id }) => chosen.has(id))
              .map(({ id, network }) => ({
                channel: id,
                name: NETWORK_NAMES[network],
                at: queues.data?.find(({ channel }) => channel === id)?.next_free?.at ?? null,
              }))}
            isSeveral={subject.items.length > 1}
            onLeave={onClose}
          />
        </section>
      </div>
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
    </div>
  );
}

const NoChannels = ({ onClose }: { onClose: () => void }) => (
  <div className="p-6">
    <EmptyState
      icon={Share2}
      title="No account is connected"
      hint="Connect the accounts that your posts are published to. Practice needs none elsewhere."
    >
      <Button asChild variant="primary">
        <Link to={paths.socialAccounts} onClick={onClose}>
          Social Accounts
        </Link>
      </Button>
    </EmptyState>
  </div>
);

/** The first message of the API, without the name of its field. */
const sentenceOf = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.fields)[0]?.[0]) || (error as Error).message;

/** Without empty choices, and without those that a channel does not offer. */
const filled = (options: Record<number, Options>, channels: readonly Channel[]) =>
  Object.fromEntries(
    channels.flatMap(({ id, network, limits }) => {
      const own = options[id];
      return own ? [[id, appliedOptions(network, limits, { options: own, kinds: [] })]] : [];
    }),
  );

/** '4 channels', or the network of the only one. */
const placeOf = (going: readonly Channel[]) =>
  going.length === 1 && going[0] ? NETWORK_NAMES[going[0].network] : `${going.length} channels`;

const timeText = ({ date, time, zone }: When & { kind: 'at' }) =>
  zonedTime(resolveLocal(`${date}T${time}`, zone).instant, zone);

/** The filled button says what happens. */
function buttonOf(going: readonly Channel[], when: When, isTime: boolean, decides: boolean) {
  if (going.length === 0) return [Send, 'Choose a channel'] as const;
  const where = placeOf(going);
  if (!decides) {
    const at =
      when.kind === 'at' && isTime ? `, ${timeText(when)}` : when.kind === 'queue' ? ', queue' : '';
    return [CalendarClock, `Propose for ${where}${at}`] as const;
  }
  if (when.kind === 'now') return [Send, `Publish now on ${where}`] as const;
  if (when.kind === 'queue') return [ListOrdered, `Add to the queue of ${where}`] as const;
  const at = when.kind === 'at' && isTime ? ` for ${timeText(when)}` : '';
  return [Clock, `Schedule on ${where}${at}`] as const;
}

function leftOutText(leftOut: readonly Channel[], errors: number) {
  const [first] = leftOut;
  const who =
    leftOut.length === 1 && first
      ? `${NETWORK_NAMES[first.network]} is`
      : `${leftOut.length} channels are`;
  return `${who} left out: ${plural(errors, 'error')}.`;
}
