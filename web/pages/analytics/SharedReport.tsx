import { FileX } from 'lucide-react';
import { useParams } from 'react-router';
import { isMissing } from '#web/api/client.ts';
import { ReportPaper } from '#web/features/analytics/reports/ReportPaper.tsx';
import { useSharedReport } from '#web/features/analytics/reports/report-queries.ts';
import { useLightPrint } from '#web/features/analytics/reports/use-light-print.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

/** A report, for whoever has its link. */
export default function SharedReportPage() {
  const { token = '' } = useParams();
  const report = useSharedReport(token);
  useLightPrint();
  return (
    <main id="main" className="min-h-dvh bg-sunken p-0 md:p-8">
      <title>{report.data?.title ?? 'Report'}</title>
      <meta name="robots" content="noindex" />
      {report.data ? (
        <ReportPaper content={report.data} />
      ) : isMissing(report.error) ? (
        <EmptyState
          isPage
          icon={FileX}
          title="This report isn’t shared any more"
          hint="Ask whoever sent you the link for a new one."
        />
      ) : report.isError ? (
        <RetryAlert
          message="The report couldn’t be loaded."
          onRetry={() => void report.refetch()}
        />
      ) : (
        <Skeleton className="mx-auto h-[60dvh] max-w-[748px]" />
      )}
    </main>
  );
}
