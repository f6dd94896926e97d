import {
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
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import * as calendar from '#contract/publishing/calendar.ts';
import { download } from '#web/api/client.ts';
import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import type { View } from '#web/features/calendar/entries/days.ts';
import type { Open } from '#web/features/calendar/entries/opened.ts';
import type { Shown } from '#web/features/calendar/entries/use-shown.ts';
import { classes } from '#web/lib/classes.ts';
import { keepTypedAfter } from '#web/lib/keyboard/typed-ahead.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

const VIEWS: { value: View; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'list', label: 'List' },
];

type Props = { shown: Shown; onOpen: Open };

/** The period, the ways to other ones, and what can be done. */
export function CalendarBar({ shown, onOpen, hasDrafts }: Props & { hasDrafts: boolean }) {
  const { address, view, title } = shown;
  const { writes } = useCalendarActions();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1
        aria-live="polite"
        className="whitespace-nowrap font-semibold text-lg tabular-nums md:min-w-45 md:text-xl"
      >
        {title}
      </h1>
      <Steps shown={shown} onOpen={onOpen} />
      <ZoneNote shown={shown} />
      <div className="flex flex-wrap items-center gap-2 max-md:hidden md:ml-auto">
        <Segments label="View" value={view} options={VIEWS} onChange={address.setView} />
        {!hasDrafts && (
          <Button size="bar" onClick={() => onOpen({ what: 'drafts' })}>
            <PanelRight size={14} aria-hidden /> Drafts
          </Button>
        )}
        {writes && (
          <Button asChild variant="primary">
            <Link to={paths.createContent()} onClick={keepTypedAfter}>
              <Plus size={16} aria-hidden /> New post
            </Link>
          </Button>
        )}
        <MoreMenu shown={shown} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** To the periods around this one; on a phone, to the filters as well. */
function Steps({ shown, onOpen }: Props) {
  const { address, shift, today, isWide, isFiltered } = shown;
  return (
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
      <Button size="bar" onClick={() => address.setDay(today)} className="max-md:hidden">
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
      {!isWide && (
        <Button
          size="icon"
          aria-label="Filters"
          title="Filters"
          onClick={() => onOpen({ what: 'filters' })}
          className={classes('max-md:size-11', isFiltered && 'border-accent-solid')}
        >
          <ListFilter size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
}

const ZoneNote = ({ shown: { address, zone, workspaceZone } }: { shown: Shown }) => (
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
);

function MoreMenu({ shown: { query, today }, onOpen }: Props) {
  const { writes } = useCalendarActions();
  const exportAs = (format: (typeof calendar.FORMATS)[number]) =>
    download(calendar.exportCalendar, { query: { ...query, format } }).catch((failed: Error) =>
      toast({ title: 'Error', description: failed.message, variant: 'destructive' }),
    );
  return (
    <Menu
      trigger={
        <Button size="icon" aria-label="More" title="More">
          <MoreHorizontal size={16} aria-hidden />
        </Button>
      }
    >
      {writes && (
        <MenuItem
          icon={StickyNote}
          onSelect={() => onOpen({ what: 'note', day: today, id: undefined })}
        >
          Add a note…
        </MenuItem>
      )}
      {writes && (
        <MenuItem icon={FileUp} onSelect={() => onOpen({ what: 'import' })}>
          Import from CSV…
        </MenuItem>
      )}
      <MenuItem icon={Download} onSelect={() => exportAs('csv')}>
        Export as CSV
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportAs('json')}>
        Export as JSON
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportAs('ics')}>
        Export as iCalendar
      </MenuItem>
      <MenuItem icon={Rss} onSelect={() => onOpen({ what: 'feed' })}>
        Calendar address…
      </MenuItem>
    </Menu>
  );
}
