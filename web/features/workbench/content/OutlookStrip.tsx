import { CalendarDays, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import {
  useAttentionCount,
  useOutlook,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { plural } from '#web/lib/text.ts';
import { weekdayName } from '#web/lib/time/day-names.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { TimesIn } from '#web/ui/TimesIn.tsx';

const LINK = 'inline-flex min-h-6 items-center rounded-sm font-medium text-accent';
/** All gaps are as good as none: a workspace that plans nothing is not told so day by day. */
const WEEK = 7;

/** What is published next, what needs a person, and the days of the next seven that are empty. */
export function OutlookStrip() {
  const zone = useWorkspace().data?.time_zone;
  const outlook = useOutlook().data;
  const attention = useAttentionCount();
  const look =
    'flex h-10 shrink-0 items-center gap-x-4 overflow-x-auto whitespace-nowrap border-line border-b bg-page px-4 text-xs';
  // Its height is there from the beginning: the list below must not jump.
  if (!zone || !outlook) return <div className={look} />;
  const { channels, next, planned, gaps } = outlook;
  if (channels === 0)
    return (
      <section aria-label="What is next" className={look}>
        <p className="text-muted">No account is connected yet.</p>
        <Link to={paths.socialAccounts} className={LINK}>
          Social Accounts
        </Link>
      </section>
    );
  return (
    <section aria-label="What is next" className={look}>
      <p className="flex items-center gap-2 max-md:shrink-0 md:min-w-0">
        <CalendarDays size={14} aria-hidden className="shrink-0 text-muted" />
        {next ? (
          <>
            <span>
              Next: <span className="font-medium tabular-nums">{zonedTime(next.due_at, zone)}</span>{' '}
              on {NETWORK_NAMES[next.channel.network]}
              {next.item !== null && ', '}
            </span>
            {next.item !== null && (
              <Link
                to={paths.previewContent(next.item)}
                className="-ml-1 min-h-6 min-w-0 truncate leading-6 underline"
              >
                {next.excerpt.replaceAll(/\s+/g, ' ').slice(0, 60)}
              </Link>
            )}
          </>
        ) : (
          <span>Nothing is scheduled.</span>
        )}
      </p>
      {attention > 0 && (
        <Link
          to={paths.attention}
          className="inline-flex min-h-6 items-center gap-1.5 font-medium text-danger"
        >
          <TriangleAlert size={14} aria-hidden />
          {plural(attention, 'thing')} to do
        </Link>
      )}
      <p className="text-muted tabular-nums">
        {planned === 0 ? 'Nothing planned' : `${planned} planned`} in the next 7 days
        {planned > 0 && gaps.length > 0 && gaps.length < WEEK && (
          <>, nothing on {gaps.map((day) => weekdayName(day)).join(', ')}</>
        )}
      </p>
      <TimesIn zone={zone} className="ml-auto" />
      <Link to={paths.calendar} className={LINK}>
        Calendar
      </Link>
    </section>
  );
}
