import {
  CalendarPlus,
  ChevronLeft,
  ChevronRight,
  Download,
  FileUp,
  ListFilter,
  MoreHorizontal,
  PanelRight,
  Plus,
  Rss,
  StickyNote,
} from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import * as calendar from '#contract/publishing/calendar.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import { download } from '#web/api/client.ts';
import { useCapabilities, useWorkspace } from '#web/api/workspace.ts';
import {
  type CalendarQuery,
  moveEntry,
  planDraft,
  useCalendar,
  useCancelEntry,
} from '#web/features/calendar/calendar-queries.ts';
import {
  addDays,
  addMonths,
  daysFrom,
  firstWeekday,
  rangeOf,
  startOf,
  startOfWeek,
  todayIn,
  type View,
  weekName,
} from '#web/features/calendar/days.ts';
import { byDay, type Entry, entriesOf, isEntryMovable } from '#web/features/calendar/entries.ts';
import { useChannels } from '#web/features/publishing/channel-queries.ts';
import { PublishDialog } from '#web/features/publishing/lazy-dialogs.tsx';
import type { Subject } from '#web/features/publishing/PublishDialog.tsx';
import { useQueues } from '#web/features/publishing/queue-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { monthName } from '#web/lib/day-names.ts';
import { useKeyActions } from '#web/lib/single-keys.ts';
import { zoneName } from '#web/lib/time.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { useMinute } from '#web/lib/use-minute.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { Sheet } from '#web/ui/Sheet.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { type CalendarActions, CalendarContext } from './calendar/actions.ts';
import { CalendarFilters, Legend } from './calendar/CalendarFilters.tsx';
import { useCalendarAddress } from './calendar/calendar-address.ts';
import { DraftsPanel } from './calendar/DraftsPanel.tsx';
import { type Anchor, DayPopover, EntryPopover } from './calendar/EntryPopover.tsx';
import { FeedDialog } from './calendar/FeedDialog.tsx';
import { ImportDialog } from './calendar/ImportDialog.tsx';
import { ListView } from './calendar/ListView.tsx';
import { MonthView } from './calendar/MonthView.tsx';
import { MoveDialog } from './calendar/MoveDialog.tsx';
import { NoteDialog } from './calendar/NoteDialog.tsx';
import { PlanDialog } from './calendar/PlanDialog.tsx';
import { WeekView } from './calendar/WeekView.tsx';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const WIDE = '(min-width: 768px)';
const BESIDE = '(min-width: 1200px)';
const VIEWS: { value: View; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
];

/** What is open above the calendar. */
type Open =
  | { what: 'entry'; key: string; anchor: Anchor }
  | { what: 'day'; day: string; anchor: Anchor }
  | { what: 'move' | 'cancel'; entry: Entry }
  | { what: 'note'; day: string; id: number | undefined }
  | { what: 'plan'; draft: Item }
  | { what: 'publish'; subject: Subject }
  | { what: 'import' | 'feed' | 'drafts' | 'filters' };

/** What goes out when. */
export default function CalendarPage() {
  const workspace = useWorkspace().data;
  if (workspace) return <Calendar key={workspace.id} zone={workspace.time_zone} />;
  return (
    <div role="status" aria-label="Loading the calendar" className="appear-late p-6">
      <title>Calendar</title>
      <Skeleton className="h-9" />
    </div>
  );
}

function Calendar({ zone: workspaceZone }: { zone: string }) {
  const navigate = useNavigate();
  const can = useCapabilities();
  useMinute();
  const firstDay = useMemo(() => firstWeekday(), []);
  const wide = useMedia(WIDE);
  const beside = useMedia(BESIDE);
  const [open, setOpen] = useState<Open | null>(null);
  const address = useCalendarAddress(todayIn(workspaceZone));
  const zone = address.isOwnZone ? OWN_ZONE : workspaceZone;
  const today = todayIn(zone);
  const { day, filters } = address;
  const view = wide ? address.view : 'list';
  const { from, to } = rangeOf(view, day, firstDay);
  const query = useMemo(
    () => ({ from: startOf(from, zone), to: startOf(to, zone), ...filters }),
    [from, to, zone, filters],
  ) as CalendarQuery;
  const { data, isPlaceholderData, isError, error, refetch } = useCalendar(query);
  const channels = useChannels().data;
  const queues = useQueues().data ?? [];
  // Thousands of entries are drawn in pieces: no frame waits for all of them.
  const drawn = useDeferredValue(data);
  const entries = useMemo(() => entriesOf(drawn?.entries ?? [], zone), [drawn, zone]);
  const days = useMemo(() => byDay(entries), [entries]);
  const notes = data?.notes ?? [];
  const cancelEntry = useCancelEntry();
  const close = () => setOpen(null);
  const isFiltered = Object.keys(filters).length > 0;

  const inWorkspaceZone = (local: string) =>
    zone === workspaceZone ? local : localOf(resolveLocal(local, zone).instant, workspaceZone);

  const move = (entry: Entry, local: string, slot = false) =>
    void moveEntry(
      entry,
      // Slots are in the zone of the workspace.
      slot ? { local: inWorkspaceZone(local), zone: workspaceZone, slot } : { local, zone },
      zone,
    );

  // A new post is planned in the zone of the workspace.
  const create = (local: string) => void navigate(paths.createContentAt(inWorkspaceZone(local)));

  const known = useMemo(
    () => new Map(channels?.map((channel) => [channel.id, channel])),
    [channels],
  );
  const mayMove = (entry: Entry) =>
    isEntryMovable(entry) &&
    can('write') &&
    (can('decide') ||
      entry.members.every(({ state }) => state === 'draft' || state === 'proposed'));
  // The functions see the present state through closures: the value changes with it alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: those are functions of these
  const actions = useMemo<CalendarActions>(
    () => ({
      channels: known,
      zone,
      today,
      mayMove,
      writes: can('write'),
      open: (entry, element) =>
        setOpen({ what: 'entry', key: entry.key, anchor: anchorOf(element) }),
      openDay: (on, element) => setOpen({ what: 'day', day: on, anchor: anchorOf(element) }),
      ask: (entry) => setOpen({ what: 'move', entry }),
      move,
      cancel: (entry) => setOpen({ what: 'cancel', entry }),
      create,
      plan: (item, local) => void planDraft(item, { local, zone }),
      note: (on, id) => setOpen({ what: 'note', day: on, id }),
    }),
    [known, zone, workspaceZone, today, can('write'), can('decide')],
  );
  const shift = (by: -1 | 1) =>
    address.setDay(
      view === 'month' ? addMonths(`${day.slice(0, 7)}-01`, by) : addDays(day, 7 * by),
    );
  const goToday = () => address.setDay(today);
  useKeyActions({ t: goToday });

  function schedule(entry: Entry) {
    const { item, excerpt, parts, channels: meant, day: date, time } = entry;
    if (item === null) return;
    const at = { date, time, zone };
    setOpen({
      what: 'publish',
      subject: { items: [item], excerpt, parts, at, channels: meant },
    });
  }

  // What filters hide may have a slot: then none is called free.
  const { channel: onlyChannel, ...others } = filters;
  const shownQueues = Object.keys(others).length
    ? []
    : queues.filter(({ channel }) => !onlyChannel || channel === Number(onlyChannel));
  const title = view === 'month' ? monthName(day) : weekName(startOfWeek(day, firstDay));
  const props = { day, firstDay, entries, days, notes, onDay: address.setDay };
  const openEntry =
    open?.what === 'entry' ? entries.find(({ key }) => key === open.key) : undefined;
  const exportAs = (format: (typeof calendar.FORMATS)[number]) =>
    download(calendar.exportCalendar, { query: { ...query, format } }).catch((failed: Error) =>
      toast({ title: 'Error', description: failed.message, variant: 'destructive' }),
    );

  return (
    <CalendarContext value={actions}>
      <title>{`Calendar: ${title}`}</title>
      <div className="flex min-w-0 grow flex-col gap-3 px-4 py-4 md:h-[calc(100dvh-3rem)] md:min-h-[720px]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1
            aria-live="polite"
            className="whitespace-nowrap font-semibold text-lg tabular-nums md:min-w-45 md:text-xl"
          >
            {title}
          </h1>
          <div className="flex gap-1 max-md:ml-auto md:gap-2">
            <Button
              size="icon"
              aria-label="Earlier"
              title="Earlier"
              onClick={() => shift(-1)}
              className="max-md:size-11"
            >
              <ChevronLeft size={16} aria-hidden />
            </Button>
            <Button size="bar" onClick={goToday} className="max-md:hidden">
              Today
            </Button>
            <Button
              size="icon"
              aria-label="Later"
              title="Later"
              onClick={() => shift(1)}
              className="max-md:size-11"
            >
              <ChevronRight size={16} aria-hidden />
            </Button>
            {!wide && (
              <Button
                size="icon"
                aria-label="Filters"
                title="Filters"
                onClick={() => setOpen({ what: 'filters' })}
                className={classes('max-md:size-11', isFiltered && 'border-accent-solid')}
              >
                <ListFilter size={16} aria-hidden />
              </Button>
            )}
          </div>
          <p className="text-muted text-xs max-md:w-full">
            Times in {zoneName(zone)}
            {workspaceZone !== OWN_ZONE && (
              <>
                {' · '}
                <button
                  type="button"
                  onClick={() => address.setOwnZone(!address.isOwnZone)}
                  className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent"
                >
                  {address.isOwnZone ? 'Show the workspace’s' : 'Show mine'}
                </button>
              </>
            )}
          </p>
          <div className="flex flex-wrap items-center gap-2 max-md:hidden md:ml-auto">
            <Segments label="View" value={view} options={VIEWS} onChange={address.setView} />
            {!beside && (
              <Button size="bar" onClick={() => setOpen({ what: 'drafts' })}>
                <PanelRight size={14} aria-hidden /> Drafts
              </Button>
            )}
            {can('write') && (
              <Button asChild variant="primary">
                <Link to={paths.createContent()}>
                  <Plus size={16} aria-hidden /> New post
                </Link>
              </Button>
            )}
            <MoreMenu
              writes={can('write')}
              onNote={() => setOpen({ what: 'note', day: today, id: undefined })}
              onImport={() => setOpen({ what: 'import' })}
              onFeed={() => setOpen({ what: 'feed' })}
              onExport={exportAs}
            />
          </div>
        </div>
        {wide && (
          <CalendarFilters filters={filters} channels={channels ?? []} onFilter={address.setFilter}>
            {isFiltered && (
              <Button variant="link" size="bar" onClick={address.clearFilters}>
                Clear
              </Button>
            )}
            <Legend />
          </CalendarFilters>
        )}
        {data?.is_cut && (
          <p role="status" className="text-muted text-xs">
            Showing the first {calendar.MAX_ENTRIES.toLocaleString('en')} entries. Filter to see the
            rest.
          </p>
        )}
        {isError && !data ? (
          <RetryAlert
            message={error.message || 'Failed to fetch the calendar'}
            onRetry={() => void refetch()}
          />
        ) : (
          <div aria-busy={isPlaceholderData || !data} className="flex min-h-0 grow gap-3">
            {view === 'month' ? (
              <div className="flex min-w-0 grow overflow-y-auto">
                <MonthView {...props} />
              </div>
            ) : view === 'week' ? (
              <WeekView {...props} queues={shownQueues} slotZone={workspaceZone} />
            ) : (
              <div className="flex min-w-0 grow md:overflow-y-auto [&_h2]:md:top-0">
                {data ? (
                  <ListView
                    period={daysFrom(from, 7)}
                    days={days}
                    notes={notes}
                    isFiltered={isFiltered}
                    onCreate={() => void navigate(paths.createContent())}
                  />
                ) : (
                  <Skeleton className="appear-late h-40 grow" />
                )}
              </div>
            )}
            {beside && view !== 'list' && can('write') && (
              <aside className="flex w-52 shrink-0">
                <DraftsPanel onPlan={(draft) => setOpen({ what: 'plan', draft })} />
              </aside>
            )}
          </div>
        )}
        {!wide && can('write') && (
          <Button
            asChild
            variant="primary"
            className="fixed right-4 bottom-4 z-20 h-12 shadow-float"
          >
            <Link to={paths.createContent()}>
              <CalendarPlus size={16} aria-hidden /> New post
            </Link>
          </Button>
        )}
      </div>
      {openEntry && open?.what === 'entry' && (
        <EntryPopover
          entry={openEntry}
          anchor={open.anchor}
          onClose={close}
          onSchedule={schedule}
        />
      )}
      {open?.what === 'day' && (
        <DayPopover
          day={open.day}
          entries={days.get(open.day) ?? []}
          anchor={open.anchor}
          onClose={close}
        />
      )}
      {open?.what === 'move' && (
        <MoveDialog
          entry={open.entry}
          queues={queues}
          onClose={close}
          onMove={(where, only) => {
            close();
            void moveEntry(open.entry, where, zone, only).then(() => focusEntry(open.entry.key));
          }}
        />
      )}
      {open?.what === 'note' && (
        <NoteDialog day={open.day} note={notes.find(({ id }) => id === open.id)} onClose={close} />
      )}
      {open?.what === 'plan' && (
        <PlanDialog
          excerpt={open.draft.content}
          zone={zone}
          onClose={close}
          onPlan={(at) => {
            close();
            void planDraft(open.draft.id, at);
          }}
          onSchedule={(at) => {
            const { id, content, thread_size: parts } = open.draft;
            setOpen({ what: 'publish', subject: { items: [id], excerpt: content, parts, at } });
          }}
        />
      )}
      {open?.what === 'publish' && <PublishDialog subject={open.subject} onClose={close} />}
      {open?.what === 'import' && <ImportDialog zone={workspaceZone} onClose={close} />}
      {open?.what === 'feed' && <FeedDialog onClose={close} />}
      <Sheet open={open?.what === 'drafts'} onClose={close} title="Drafts">
        <div className="flex h-full p-3">
          <DraftsPanel onPlan={(draft) => setOpen({ what: 'plan', draft })} />
        </div>
      </Sheet>
      <Sheet open={open?.what === 'filters'} onClose={close} title="Filters">
        <CalendarFilters
          filters={filters}
          channels={channels ?? []}
          onFilter={address.setFilter}
          className="flex-col items-stretch p-4"
        >
          <Button disabled={!isFiltered} onClick={address.clearFilters}>
            Clear
          </Button>
        </CalendarFilters>
      </Sheet>
      <ConfirmDialog
        open={open?.what === 'cancel'}
        title={
          open?.what === 'cancel' && open.entry.state === 'draft'
            ? 'Remove from the calendar?'
            : 'Cancel this publication?'
        }
        question={
          open?.what === 'cancel' && open.entry.state === 'draft'
            ? 'The draft is kept, without a time.'
            : 'The post is kept, but it won’t be published at this time.'
        }
        confirm={open?.what === 'cancel' && open.entry.state === 'draft' ? 'Remove' : 'Cancel it'}
        onConfirm={() => {
          if (open?.what === 'cancel') cancelEntry.mutate(open.entry);
          close();
        }}
        onClose={close}
      />
    </CalendarContext>
  );
}

/** An entry that has moved lost the focus with its place. */
function focusEntry(key: string) {
  const { activeElement: focused } = document;
  if (focused === document.body || focused?.id === 'main')
    document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`)?.focus();
}

const anchorOf = (element: HTMLElement): Anchor => ({
  element,
  rect: element.getBoundingClientRect(),
});

type MoreProps = {
  writes: boolean;
  onNote: () => void;
  onImport: () => void;
  onFeed: () => void;
  onExport: (format: (typeof calendar.FORMATS)[number]) => void;
};

const MoreMenu = ({ writes, onNote, onImport, onFeed, onExport }: MoreProps) => (
  <Menu
    trigger={
      <Button size="icon" aria-label="More" title="More">
        <MoreHorizontal size={16} aria-hidden />
      </Button>
    }
  >
    {writes && (
      <MenuItem icon={StickyNote} onSelect={onNote}>
        Add a note…
      </MenuItem>
    )}
    {writes && (
      <MenuItem icon={FileUp} onSelect={onImport}>
        Import from CSV…
      </MenuItem>
    )}
    <MenuItem icon={Download} onSelect={() => onExport('csv')}>
      Export as CSV
    </MenuItem>
    <MenuItem icon={Download} onSelect={() => onExport('json')}>
      Export as JSON
    </MenuItem>
    <MenuItem icon={Download} onSelect={() => onExport('ics')}>
      Export as iCalendar
    </MenuItem>
    <MenuItem icon={Rss} onSelect={onFeed}>
      Calendar address…
    </MenuItem>
  </Menu>
);
