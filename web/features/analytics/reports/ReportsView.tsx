import { FileChartColumn, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Report } from '#contract/analytics/reports.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { dayRange } from '#web/features/analytics/filters/ranges.ts';
import { formatDay, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useCreateReport, useReports } from './report-queries.ts';
import { PERIOD_NAMES } from './report-words.ts';

/** The reports of the workspace. */
export function ReportsView(_: { address: Address }) {
  const reports = useReports();
  const writes = useCan('write');
  const navigate = useNavigate();
  const zone = useZone();
  const create = useCreateReport((id) => void navigate(paths.report(id)));
  if (reports.isError && !reports.data)
    return (
      <RetryAlert
        message="The reports couldn’t be loaded."
        onRetry={() => void reports.refetch()}
      />
    );
  if (!reports.data) return <Skeleton className="h-40" />;
  const month = formatDay(new Date().toISOString().slice(0, 10), { month: 'long' });
  const add = writes && (
    <Button
      variant="primary"
      busy={create.isPending}
      onClick={() => create.mutate({ title: `${month} on social media` })}
    >
      <Plus size={16} aria-hidden /> New report
    </Button>
  );
  if (reports.data.length === 0)
    return (
      <EmptyState
        icon={FileChartColumn}
        title="No reports yet"
        hint="A report is a page of figures to print, or to share by a link that needs no account."
      >
        {add}
      </EmptyState>
    );
  return (
    <>
      <div className="mb-3 flex justify-end">{add}</div>
      <ul
        aria-label="Reports"
        className="divide-y divide-line-soft rounded-base border border-line bg-surface"
      >
        {reports.data.map((report) => (
          <li key={report.id}>
            <Link
              to={paths.report(report.id)}
              className="flex min-h-14 flex-wrap items-center gap-x-6 px-4 py-2 hover:bg-hover"
            >
              <span className="min-w-0 grow basis-60">
                <span className="block truncate font-medium">{report.title}</span>
                <span className="block truncate text-muted text-xs">{report.client}</span>
              </span>
              <span className="text-[13px] text-muted tabular-nums sm:w-48">
                {rangeText(report)}
              </span>
              <span className="text-[13px] text-muted tabular-nums sm:w-56">
                {report.link_ends_at
                  ? `Shared until ${zonedTime(report.link_ends_at, zone)}`
                  : 'Not shared'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const rangeText = ({ period, from_day: from, to_day: to }: Report) =>
  from && to ? dayRange({ from, to }) : PERIOD_NAMES[period];
