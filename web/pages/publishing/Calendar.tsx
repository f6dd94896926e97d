import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { MAX_ENTRIES } from '#contract/publishing/calendar.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { CalendarBar } from '#web/features/calendar/dialogs/CalendarBar.tsx';
import {
  CalendarDialogs,
  CancelQuestion,
} from '#web/features/calendar/dialogs/CalendarDialogs.tsx';
import { CalendarFilters, Legend } from '#web/features/calendar/dialogs/CalendarFilters.tsx';
import { DraftsPanel } from '#web/features/calendar/dialogs/DraftsPanel.tsx';
import { CalendarContext } from '#web/features/calendar/entries/actions.ts';
import type { Opened } from '#web/features/calendar/entries/opened.ts';
import { useProvidedActions } from '#web/features/calendar/entries/provided-actions.ts';
import { useShown } from '#web/features/calendar/entries/use-shown.ts';
import { Period } from '#web/features/calendar/grid/Period.tsx';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { keepTypedAfter } from '#web/lib/keyboard/typed-ahead.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';

const BESIDE = '(min-width: 1200px)';

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

function Calendar({ zone }: { zone: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const shown = useShown(zone);
  const actions = useProvidedActions(shown, setOpened);
  const hasDrafts = useMedia(BESIDE);
  const { address, answer, view, isWide, isFiltered } = shown;
  const { writes } = actions;
  useKeyActions({ t: () => address.setDay(shown.today) });
  const close = () => setOpened(null);
  const drafts = <DraftsPanel onPlan={(draft) => setOpened({ what: 'plan', draft })} />;
  const filters = {
    filters: address.filters,
    channels: shown.channels ?? [],
    onFilter: address.setFilter,
  };
  return (
    <CalendarContext value={actions}>
      <title>{`Calendar: ${shown.title}`}</title>
      <div className="flex min-w-0 grow flex-col gap-3 px-4 py-4 md:h-0 md:min-h-[440px]">
        <CalendarBar shown={shown} onOpen={setOpened} hasDrafts={hasDrafts} />
        {isWide && (
          <CalendarFilters {...filters}>
            {isFiltered && (
              <Button variant="link" size="bar" onClick={address.clearFilters}>
                Clear
              </Button>
            )}
            <Legend />
          </CalendarFilters>
        )}
        {answer.data?.is_cut && (
          <p role="status" className="text-muted text-xs">
            Showing the first {MAX_ENTRIES.toLocaleString('en')} entries. Filter to see the rest.
          </p>
        )}
        {answer.isError && !answer.data ? (
          <RetryAlert
            message={answer.error.message || 'Failed to fetch the calendar'}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          <div
            aria-busy={answer.isPlaceholderData || !answer.data}
            className="flex min-h-0 grow gap-3"
          >
            <Period shown={shown} />
            {hasDrafts && view !== 'list' && writes && (
              <aside className="flex w-52 shrink-0">{drafts}</aside>
            )}
          </div>
        )}
        {!isWide && writes && (
          <Button
            asChild
            variant="primary"
            className="fixed right-4 bottom-4 z-20 h-12 shadow-float"
          >
            <Link to={paths.createContent()} onClick={keepTypedAfter}>
              <CalendarPlus size={16} aria-hidden /> New post
            </Link>
          </Button>
        )}
      </div>
      <CalendarDialogs shown={shown} opened={opened} onOpen={setOpened} />
      <CancelQuestion opened={opened} onClose={close} />
      <Sheet open={opened?.what === 'drafts'} onClose={close} title="Drafts">
        <div className="flex h-full p-3">{drafts}</div>
      </Sheet>
      <Sheet open={opened?.what === 'filters'} onClose={close} title="Filters">
        <CalendarFilters {...filters} className="flex-col items-stretch p-4">
          <Button disabled={!isFiltered} onClick={address.clearFilters}>
            Clear
          </Button>
        </CalendarFilters>
      </Sheet>
    </CalendarContext>
  );
}
