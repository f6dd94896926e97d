import { ArrowLeft, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { ReportPaper } from '#web/features/analytics/reports/ReportPaper.tsx';
import { ReportSettings } from '#web/features/analytics/reports/ReportSettings.tsx';
import {
  useDeleteReport,
  useReport,
  useReportContent,
} from '#web/features/analytics/reports/report-queries.ts';
import { ShareDialog } from '#web/features/analytics/reports/ShareDialog.tsx';
import { useLightPrint } from '#web/features/analytics/reports/use-light-print.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

/** A report beside its settings: what is changed is saved by itself. */
export default function ReportPage() {
  const id = Number(useParams().id);
  const report = useReport(id);
  const content = useReportContent(id);
  const [writes, shares] = [useCan('write'), useCan('decide')];
  const [sharing, setSharing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteReport();
  useLightPrint();
  if (report.isError && !report.data)
    return (
      <RetryAlert
        message={report.error.message || 'The report couldn’t be loaded.'}
        onRetry={() => void report.refetch()}
      />
    );
  if (!report.data) return <Skeleton className="h-96" />;
  return (
    <>
      <title>{`${report.data.title}: Report`}</title>
      <div data-print="no" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link
          to={paths.reports}
          className="flex items-center gap-1.5 text-muted hover:text-text hover:underline"
        >
          <ArrowLeft size={16} aria-hidden /> Reports
        </Link>
        <h1 className="min-w-0 grow truncate font-semibold text-xl">{report.data.title}</h1>
        {writes && (
          <Button variant="ghost" onClick={() => setDeleting(true)}>
            Delete…
          </Button>
        )}
        {shares && (
          <Button onClick={() => setSharing(true)}>
            <Share2 size={16} aria-hidden /> Share…
          </Button>
        )}
        <Button variant="primary" onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> Print or save as PDF
        </Button>
      </div>
      <div className="grid gap-6 lg:grid-cols-[312px_minmax(0,1fr)] print:block">
        {writes && (
          <div data-print="no">
            <ReportSettings key={id} report={report.data} />
          </div>
        )}
        <div className="min-w-0 rounded-base bg-sunken max-lg:-mx-4 lg:p-5 print:bg-transparent print:p-0">
          {content.data ? (
            <ReportPaper content={content.data} />
          ) : content.isError ? (
            <RetryAlert
              message="The figures couldn’t be loaded."
              onRetry={() => void content.refetch()}
            />
          ) : (
            <Skeleton className="h-[60dvh]" />
          )}
        </div>
      </div>
      <ShareDialog report={report.data} open={sharing} onClose={() => setSharing(false)} />
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title="Delete this report?"
        question="Its link ends, too."
        confirm="Delete"
        onConfirm={() =>
          remove.mutate(id, { onSuccess: () => void navigate(paths.reports, { replace: true }) })
        }
      />
    </>
  );
}
