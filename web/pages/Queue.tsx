import {
  ArrowDown,
  ArrowUp,
  CalendarClock,
  CirclePause,
  Clock,
  Copy,
  GripVertical,
  Plus,
  Shuffle,
} from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  useRef,
  useState,
} from 'react';
import { Link, useParams } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { isItemId, paths } from '#contract/paths.ts';
import type { Publication } from '#contract/publishing/publications.ts';
import type { Queue } from '#contract/publishing/queue.ts';
import type { Slot } from '#contract/publishing/slots.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { useChannels } from '#web/features/publishing/channel-queries.ts';
import { MoveTimeDialog } from '#web/features/publishing/lazy-dialogs.tsx';
import { ChannelAvatar } from '#web/features/publishing/NetworkMark.tsx';
import { PublicationMenu } from '#web/features/publishing/PublicationMenu.tsx';
import {
  useOrderQueue,
  usePauseQueue,
  useQueue,
  useSetSlots,
  useShuffleQueue,
} from '#web/features/publishing/queue-queries.ts';
import { StatePill } from '#web/features/publishing/StatePill.tsx';
import { classes } from '#web/lib/classes.ts';
import { nameOf, plural } from '#web/lib/text.ts';
import { zonedTime, zoneName } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { CloseButton } from '#web/ui/CloseButton.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { useDragSource, useDropTarget } from '#web/ui/drag.ts';
import { Field, Input } from '#web/ui/Field.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import NotFound from './NotFound.tsx';

/** ISO 8601: the first one is Monday. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** History says something from so many posts on. */
const MEANINGFUL = 20;

/** The weekly slots of a channel, and the posts that have them. */
export default function QueuePage() {
  const { channel: id = '' } = useParams();
  const zone = useWorkspace().data?.time_zone;
  if (!isItemId(id)) return <NotFound />;
  return zone ? <QueueOf key={id} channel={Number(id)} zone={zone} /> : <Loading />;
}

const Loading = () => (
  <div role="status" aria-label="Loading the queue" className="appear-late flex flex-col gap-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-64" />
  </div>
);

function QueueOf({ channel: id, zone }: { channel: number; zone: string }) {
  const queue = useQueue(id);
  const pause = usePauseQueue();
  const decides = useCan('decide');
  const [copying, setCopying] = useState(false);
  const adding = useRef<HTMLButtonElement>(null);
  if (queue.isError && !queue.data)
    return (
      <RetryAlert
        message={queue.error.message || 'Failed to fetch the queue'}
        onRetry={() => void queue.refetch()}
      />
    );
  if (!queue.data) return <Loading />;
  const { channel, slots, count, next_free: next, paused } = queue.data;
  // Proposals are held by nobody: they wait for their approval.
  const held = queue.data.queued.filter((publication) => publication.held).length;
  const facts = [
    `${plural(slots.length, 'slot')} a week`,
    `${plural(count, 'post')} in the queue`,
    next && `next free slot ${zonedTime(next.at, zone)}`,
    `all times ${zoneName(zone)}`,
  ];
  return (
    <>
      <title>{`Queue of ${channel.handle}`}</title>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <ChannelAvatar channel={channel} />
        <div className="min-w-0 grow basis-60">
          <h1 className="break-words font-semibold text-xl">
            Queue of {channel.handle}
            <span className="sr-only"> on {NETWORK_NAMES[channel.network]}</span>
          </h1>
          <p className="text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        {decides && (
          <div className="flex flex-wrap gap-2">
            <Button
              aria-pressed={paused !== null}
              busy={pause.isPending}
              onClick={() => pause.mutate({ channel: id, paused: paused === null })}
            >
              <CirclePause size={16} aria-hidden /> {paused ? 'Resume' : 'Pause queue'}
            </Button>
            <Button disabled={slots.length === 0} onClick={() => setCopying(true)}>
              <Copy size={16} aria-hidden /> Copy slots to…
            </Button>
            <SlotEditor channel={id} slots={slots} weekday={1}>
              <Button ref={adding} variant="primary">
                <Plus size={16} aria-hidden /> Add slot
              </Button>
            </SlotEditor>
          </div>
        )}
      </div>
      {paused && (
        <div className="mb-4 flex flex-wrap items-center gap-3 rounded-base bg-review px-4 py-3 text-on-review">
          <CirclePause size={16} aria-hidden />
          <p className="grow">
            The queue is paused{paused.by && `, by ${nameOf(paused.by)}`}. {plural(held, 'post')}{' '}
            {held === 1 ? 'is' : 'are'} held.
          </p>
          {decides && (
            <Button size="bar" onClick={() => pause.mutate({ channel: id, paused: false })}>
              Resume
            </Button>
          )}
        </div>
      )}
      <Week channel={id} slots={slots} decides={decides} />
      <Queued queue={queue.data} zone={zone} decides={decides} />
      <History history={queue.data.history} />
      {copying && <CopyDialog queue={queue.data} onClose={() => setCopying(false)} />}
    </>
  );
}

type WeekProps = { channel: number; slots: Queue['slots']; decides: boolean };

/** The week: a column for each day. */
function Week({ channel, slots, decides }: WeekProps) {
  const save = useSetSlots();
  const grid = useRef<HTMLUListElement>(null);
  const remove = ({ weekday, time }: Slot) =>
    save.mutate({ channel, slots: without(slots, { weekday, time }) });
  /** Arrows lead from slot to slot, Delete removes one. */
  function onKeyDown(event: KeyboardEvent) {
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]');
    const column = here?.closest<HTMLElement>('[data-weekday]');
    if (!here || !column) return;
    const own = [...column.querySelectorAll<HTMLElement>('[data-slot]')];
    const at = own.indexOf(here);
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (sideways) {
      event.preventDefault();
      const weekday = Number(column.dataset.weekday) + sideways;
      const other = [
        ...(grid.current?.querySelectorAll<HTMLElement>(
          `[data-weekday="${weekday}"] [data-slot]`,
        ) ?? []),
      ];
      (other[at] ?? other.at(-1))?.focus();
    } else if (down) {
      event.preventDefault();
      own[at + down]?.focus();
    } else if (event.key === 'Delete' && here.dataset.slot && decides) {
      event.preventDefault();
      remove({ weekday: Number(column.dataset.weekday), time: here.dataset.slot });
    }
  }
  return (
    <ul
      ref={grid}
      aria-label="Slots"
      onKeyDown={onKeyDown}
      className="mb-6 grid rounded-base border border-line bg-surface lg:grid-cols-7"
    >
      {WEEKDAYS.map((name, at) => {
        const weekday = at + 1;
        const own = slots.filter((slot) => slot.weekday === weekday);
        return (
          <li
            key={name}
            data-weekday={weekday}
            aria-label={name}
            className="flex min-w-0 flex-col border-line max-lg:border-b max-lg:last:border-b-0 lg:border-l lg:first:border-l-0"
          >
            <div className="flex h-11 items-center justify-between gap-2 px-3 lg:border-line lg:border-b">
              <h2 className="truncate font-medium">{name}</h2>
              <span className="shrink-0 text-muted text-xs">
                {own.length ? plural(own.length, 'slot') : 'No slots'}
              </span>
            </div>
            <div className="flex flex-wrap gap-2 p-2 max-lg:pt-0 lg:min-h-40 lg:flex-col lg:flex-nowrap">
              {own.map((slot) => (
                <SlotEditor
                  key={slot.time}
                  channel={channel}
                  slots={slots}
                  weekday={weekday}
                  slot={slot}
                >
                  <button
                    type="button"
                    data-slot={slot.time}
                    disabled={!decides}
                    aria-label={`${name} ${slot.time}, ${slot.taken ? 'taken' : 'free'}`}
                    className={classes(
                      'flex h-10 items-center justify-between gap-3 rounded-[6px] px-3 max-lg:min-w-32',
                      slot.taken
                        ? 'bg-approved text-on-approved'
                        : 'border border-line hover:bg-hover',
                    )}
                  >
                    <span className="font-medium tabular-nums">{slot.time}</span>
                    <span className="flex items-center gap-1 text-xs">
                      {slot.taken && <Clock size={12} aria-hidden />}
                      {slot.taken ? 'taken' : 'free'}
                    </span>
                  </button>
                </SlotEditor>
              ))}
              {decides && (
                <SlotEditor channel={channel} slots={slots} weekday={weekday}>
                  <button
                    type="button"
                    data-slot=""
                    aria-label={`Add a slot on ${name}`}
                    className="flex h-10 items-center justify-center gap-2 rounded-[6px] border border-field border-dashed px-3 text-muted hover:bg-hover max-lg:min-w-24"
                  >
                    <Plus size={14} aria-hidden /> Add
                  </button>
                </SlotEditor>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const isSame = (a: Slot, b: Slot) => a.weekday === b.weekday && a.time === b.time;

/** The slots as the API takes them, but for one. */
const without = (slots: readonly Slot[], gone: Slot | undefined): Slot[] =>
  slots
    .filter((slot) => !gone || !isSame(slot, gone))
    .map(({ weekday, time }) => ({ weekday, time }));

type EditorProps = {
  channel: number;
  slots: Queue['slots'];
  weekday: number;
  /** The slot that is changed; undefined for a new one. */
  slot?: Queue['slots'][number];
  /** A button. */
  children: ReactElement<ComponentProps<'button'>>;
};

/** A popover that adds a slot, or changes one. */
function SlotEditor({ slot, weekday, children, ...props }: EditorProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger={children}
      side="right"
      align="start"
      sideOffset={8}
      aria-label={slot ? `Slot on ${WEEKDAYS[weekday - 1]}` : 'New slot'}
      className="z-40 max-h-(--room) w-90 max-w-[calc(100vw-16px)] overflow-y-auto p-4"
    >
      <SlotForm {...props} slot={slot} weekday={weekday} onClose={() => setOpen(false)} />
    </Popover>
  );
}

type FormProps = Omit<EditorProps, 'children' | 'slot'> & {
  slot: EditorProps['slot'] | undefined;
  onClose: () => void;
};

function SlotForm({ channel, slots, weekday, slot, onClose }: FormProps) {
  const [time, setTime] = useState(slot?.time ?? '09:00');
  // The days that have a slot at this time.
  const [days, setDays] = useState(
    () =>
      new Set(
        slot
          ? slots.filter((known) => known.time === slot.time).map((slot) => slot.weekday)
          : [weekday],
      ),
  );
  const save = useSetSlots();
  const rest = slots.filter((known) => !slot || known.time !== slot.time);
  const twice = rest.find((known) => known.time === time && days.has(known.weekday));
  const error = twice ? `There is a slot at ${time} already.` : undefined;
  const run = (next: Slot[]) => save.mutate({ channel, slots: next }, { onSuccess: onClose });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (error || days.size === 0 || !time) return;
        run([...without(rest, undefined), ...[...days].map((day) => ({ weekday: day, time }))]);
      }}
      className="flex flex-col gap-4"
    >
      <div className="flex items-center justify-between">
        <h3 className="font-semibold">{slot ? `Slot on ${WEEKDAYS[weekday - 1]}` : 'New slot'}</h3>
        <CloseButton onClose={onClose} />
      </div>
      <Field label="Time" error={error}>
        <Input
          type="time"
          required
          autoFocus
          value={time}
          onChange={({ target }) => setTime(target.value)}
          className="tabular-nums"
        />
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">On these days</legend>
        <div className="grid grid-cols-7 gap-1.5">
          {WEEKDAYS.map((name, at) => (
            <button
              key={name}
              type="button"
              aria-pressed={days.has(at + 1)}
              aria-label={name}
              onClick={() =>
                setDays((before) => {
                  const next = new Set(before);
                  if (!next.delete(at + 1)) next.add(at + 1);
                  return next;
                })
              }
              className={classes(
                'h-9 rounded-[6px] border text-xs max-md:h-11',
                days.has(at + 1)
                  ? 'border-accent-solid bg-accent-soft font-medium text-accent'
                  : 'border-line hover:bg-hover',
              )}
            >
              {name[0]}
            </button>
          ))}
        </div>
      </fieldset>
      {slot?.taken && (
        <p className="text-muted text-xs">
          A post has this slot. When it is changed or removed, the post keeps its time.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {slot && (
          <Button
            className="mr-auto text-danger"
            onClick={() => run(without(slots, { weekday, time: slot.time }))}
          >
            Remove
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={days.size === 0 || error !== undefined || !time}
          busy={save.isPending}
        >
          Save on {plural(days.size, 'day')}
        </Button>
      </div>
    </form>
  );
}

const POST = 'queued-post';

type QueuedProps = { queue: Queue; zone: string; decides: boolean };

/** The posts of the queue, the next one first: they exchange their slots. */
function Queued({ queue: { channel, queued, count }, zone, decides }: QueuedProps) {
  const order = useOrderQueue();
  const shuffle = useShuffleQueue();
  const [asking, setAsking] = useState(false);
  const [moving, setMoving] = useState<Publication | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  /** Puts a post to another place: those in between move by one slot. */
  function put(from: number, to: number) {
    const post = queued[from];
    if (!post || to < 0 || to >= queued.length || from === to) return;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const next = queued
      .toSpliced(from, 1)
      .toSpliced(to, 0, post)
      .slice(first, last + 1);
    const given = next.map(({ id, due_at }) => ({ publication: id, due_at }));
    order.mutate(
      { channel: channel.id, order: given },
      {
        onSuccess: (fresh) => {
          const at = fresh.queued.find(({ id }) => id === post.id)?.due_at;
          if (at) setSaid(`Moved to ${zonedTime(at, zone)}`);
          list.current?.querySelector<HTMLElement>(`[data-post="${post.id}"]`)?.focus();
        },
      },
    );
  }

  const placeOf = (id: number) => queued.findIndex((publication) => publication.id === id);
  const section = useRef<HTMLElement>(null);
  useDragSource(section, (key) => ({ kind: POST, keys: [key] }));
  useDropTarget(section, {
    takes: ({ kind }) => kind === POST,
    onDrop: ({ dragged, element }) => {
      const target = element.closest<HTMLElement>('[data-post]')?.dataset.post;
      if (target) put(placeOf(Number(dragged.keys[0])), placeOf(Number(target)));
    },
  });

  return (
    <section ref={section} aria-label="Next in the queue" className="mb-6">
      <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
        <h2 className="font-semibold text-base">Next in the queue</h2>
        {decides && queued.length > 1 && (
          <Button onClick={() => setAsking(true)}>
            <Shuffle size={16} aria-hidden /> Shuffle
          </Button>
        )}
      </div>
      {queued.length === 0 ? (
        <p className="rounded-base border border-line border-dashed px-4 py-8 text-center text-muted">
          No post waits here. ‘Add to queue’ in the publish dialog gives a post the next free slot.
        </p>
      ) : (
        <ol ref={list} className="rounded-base border border-line bg-surface">
          {queued.map((post, at) => (
            <Row
              key={post.id}
              post={post}
              zone={zone}
              decides={decides}
              isFirst={at === 0}
              isLast={at === queued.length - 1}
              onPut={(by) => put(at, at + by)}
              onMove={() => setMoving(post)}
            />
          ))}
        </ol>
      )}
      {count > queued.length && (
        <p className="mt-2 text-muted text-xs">
          The first {queued.length} of {count} are shown.
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {moving && (
        <MoveTimeDialog publication={moving} zone={zone} onClose={() => setMoving(null)} />
      )}
      <ConfirmDialog
        open={asking}
        title="Shuffle"
        question={`Shuffle the slots of these ${plural(count, 'post')}?`}
        confirm="Shuffle"
        onConfirm={() => {
          shuffle.mutate(channel.id);
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

type RowProps = {
  post: Publication;
  zone: string;
  decides: boolean;
  isFirst: boolean;
  isLast: boolean;
  onPut: (by: -1 | 1) => void;
  onMove: () => void;
};

function Row({ post, zone, decides, isFirst, isLast, onPut, onMove }: RowProps) {
  const { id, item, due_at: due, excerpt, parts, state, held, created_by: author } = post;
  const [day, time] = zonedTime(due, zone).split(', ');
  return (
    <li
      data-post={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Alt with an arrow moves it
      tabIndex={0}
      data-drag={decides ? id : undefined}
      onKeyDown={(event) => {
        const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'];
        if (!by || event.target !== event.currentTarget) return;
        event.preventDefault();
        const next = by < 0 ? 'previousElementSibling' : 'nextElementSibling';
        if (event.altKey && decides) onPut(by);
        else (event.currentTarget[next] as HTMLElement | null)?.focus();
      }}
      className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3 py-2 last:border-b-0"
    >
      {decides && (
        <GripVertical size={14} aria-hidden className="shrink-0 cursor-grab text-muted" />
      )}
      <p className="w-28 shrink-0 tabular-nums">
        <span className="block font-medium">{day}</span>
        <span className="text-muted text-xs">{time}</span>
      </p>
      <p className="min-w-0 grow basis-40">
        <span dir="auto" className="block truncate font-medium">
          {item ? <Link to={paths.previewContent(item)}>{excerpt}</Link> : excerpt}
        </span>
        <span className="text-muted text-xs">
          {parts > 1 ? `Thread of ${parts}` : '1 post'} · {nameOf(author)}
        </span>
      </p>
      <StatePill state={state} {...(held && { detail: '· held' })} />
      {decides && (
        <span className="flex gap-1 max-sm:w-full max-sm:justify-end">
          <Button
            variant="ghost"
            size="icon"
            disabled={isFirst}
            aria-label={`Earlier: ${excerpt}`}
            title="Earlier"
            onClick={() => onPut(-1)}
          >
            <ArrowUp size={16} aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            disabled={isLast}
            aria-label={`Later: ${excerpt}`}
            title="Later"
            onClick={() => onPut(1)}
          >
            <ArrowDown size={16} aria-hidden />
          </Button>
          <Button size="bar" onClick={onMove}>
            <CalendarClock size={14} aria-hidden /> Move to…
          </Button>
          <PublicationMenu publication={post} zone={zone} />
        </span>
      )}
    </li>
  );
}

/** What the workspace itself has done: nothing is promised. */
function History({ history: { posts, times } }: { history: Queue['history'] }) {
  return (
    <section
      aria-label="When this channel has published"
      className="rounded-base border border-line p-4"
    >
      <h2 className="font-semibold">When this channel has published</h2>
      {posts < MEANINGFUL ? (
        <p className="mt-1 text-muted">
          {posts === 0 ? 'Nothing' : plural(posts, 'post')} in the last 90 days. From {MEANINGFUL}{' '}
          on, this shows at which hours.
        </p>
      ) : (
        <>
          <p className="mt-1 text-muted">
            {plural(posts, 'post')} in the last 90 days, most often at these hours. It says when you
            published, not how well that was received.
          </p>
          <ul className="mt-3 flex flex-wrap gap-2">
            {times.map(({ weekday, hour, posts: count }) => (
              <li
                key={`${weekday} ${hour}`}
                className="rounded-base bg-sunken px-3 py-1.5 text-xs tabular-nums"
              >
                <span className="font-medium">
                  {WEEKDAYS[weekday - 1]} {String(hour).padStart(2, '0')}:00
                </span>{' '}
                · {plural(count, 'post')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Replaces the slots of other channels by those of this one. */
function CopyDialog({ queue, onClose }: { queue: Queue; onClose: () => void }) {
  const others = (useChannels().data ?? []).filter(
    ({ id, state }) => id !== queue.channel.id && state === 'connected',
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const save = useSetSlots();
  async function copy() {
    for (const channel of chosen)
      await save.mutateAsync({ channel, slots: without(queue.slots, undefined) }).catch(() => {});
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy slots to…"
      description="They replace the slots that these channels have. Posts keep their times."
    >
      {others.length === 0 && <p className="text-muted">No other account is connected.</p>}
      <div className="flex flex-col">
        {others.map(({ id, handle, network }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            onChange={(on) => {
              const next = new Set(chosen);
              if (on) next.add(id);
              else next.delete(id);
              setChosen(next);
            }}
          >
            {handle} on {NETWORK_NAMES[network]}
          </Checkbox>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={chosen.size === 0}
          busy={save.isPending}
          onClick={() => void copy()}
        >
          Copy to {plural(chosen.size, 'channel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
