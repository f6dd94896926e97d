import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { failureIn } from '#web/api/client.ts';
import { useZone } from '#web/api/workspace.ts';
import { AuditFilterForm } from '#web/features/core/audit/AuditFilterForm.tsx';
import { AuditTable } from '#web/features/core/audit/AuditTable.tsx';
import {
  FILTERS,
  type Filters,
  PAGE_SIZE,
  useAuditLogs,
  useExport,
} from '#web/features/core/audit/audit-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** The audit log; its filters are in the URL, so that it can be shared. */
export default function AuditPage() {
  const [query, setQuery] = useSearchParams();
  const filters: Filters = Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  );
  const asked = Number(query.get('page'));
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 10_000_000 ? asked : 1;
  const logs = useAuditLogs(filters, page);
  const exported = useExport();
  const zone = useZone();

  function change(part: Record<string, string>) {
    const next = { ...filters, ...part };
    setQuery(Object.fromEntries(Object.entries(next).filter(([, value]) => value)), {
      replace: true,
    });
  }
  const turn = (to: number) => change({ page: to > 1 ? String(to) : '' });

  return (
    <SettingsPage title="Audit">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <div className="mr-auto">
          <h1 className="font-semibold text-xl">Audit</h1>
          <TimesIn zone={zone} />
        </div>
        {(['csv', 'json'] as const).map((format) => (
          <Button
            key={format}
            size="bar"
            disabled={exported.isPending}
            onClick={() => exported.mutate({ ...filters, format })}
          >
            Export {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <div className="flex flex-col gap-4">
        <AuditFilterForm
          filters={filters}
          onChange={change}
          onClear={() => setQuery({}, { replace: true })}
        />
        {logs.isError && (
          <RetryAlert
            message={failureIn('Failed to fetch audit logs', logs.error) ?? ''}
            onRetry={() => void logs.refetch()}
          />
        )}
        {logs.isPending && <Skeleton className="h-64" />}
        {logs.data?.entries.length === 0 && (
          <EmptyState icon={ScrollText} title="No entries found" hint="Try other filters." />
        )}
        {logs.data && (logs.data.entries.length > 0 || page > 1) && (
          <>
            {logs.data.entries.length > 0 && <AuditTable entries={logs.data.entries} />}
            <div className="flex items-center justify-between gap-3">
              <Button disabled={page === 1} onClick={() => turn(page - 1)}>
                Newer
              </Button>
              <p role="status" className="text-muted tabular-nums">
                {logs.data.entries.length > 0 &&
                  `${(page - 1) * PAGE_SIZE + 1}–${(page - 1) * PAGE_SIZE + logs.data.entries.length} of `}
                {logs.data.total}
              </p>
              <Button disabled={page * PAGE_SIZE >= logs.data.total} onClick={() => turn(page + 1)}>
                Older
              </Button>
            </div>
          </>
        )}
      </div>
    </SettingsPage>
  );
}
