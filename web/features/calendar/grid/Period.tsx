import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { daysFrom } from '#web/features/calendar/entries/days.ts';
import { type Shown, shownQueues } from '#web/features/calendar/entries/use-shown.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ListView } from './ListView.tsx';
import { MonthView } from './MonthView.tsx';
import { WeekView } from './WeekView.tsx';

/** The days of the period, in the chosen view. */
export function Period({ shown }: { shown: Shown }) {
  const navigate = useNavigate();
  const { view, answer, from, day, firstDay, entries, days, notes, address } = shown;
  const props = { day, firstDay, entries, days, notes, onDay: address.setDay };
  if (view === 'month')
    return (
      <div className="flex min-w-0 grow overflow-y-auto">
        <MonthView {...props} />
      </div>
    );
  if (view === 'week')
    return <WeekView {...props} queues={shownQueues(shown)} slotZone={shown.workspaceZone} />;
  return (
    <div className="flex min-w-0 grow md:overflow-y-auto [&_h2]:md:top-0">
      {answer.data ? (
        <ListView
          period={daysFrom(from, 7)}
          days={days}
          notes={notes}
          isFiltered={shown.isFiltered}
          onCreate={() => void navigate(paths.createContent())}
        />
      ) : (
        <Skeleton className="appear-late h-40 grow" />
      )}
    </div>
  );
}
