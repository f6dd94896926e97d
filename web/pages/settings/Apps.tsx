import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useCan, useWorkspace, useZone } from '#web/api/workspace.ts';
import { AppList } from '#web/features/automation/apps/AppList.tsx';
import {
  useApps,
  useDisconnectApp,
  useDisconnectApps,
} from '#web/features/automation/apps/app-queries.ts';
import { ConnectAgent } from '#web/features/automation/apps/ConnectAgent.tsx';
import { zoneName } from '#web/lib/time/time.ts';
import { useMinute } from '#web/lib/time/use-minute.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** The agents and programs that were let into the workspace. */
export default function AppsPage() {
  const workspace = useWorkspace().data?.name ?? 'this workspace';
  const manages = useCan('manage');
  const zone = useZone();
  const now = useMinute();
  const list = useApps();
  const disconnect = useDisconnectApp();
  const disconnectAll = useDisconnectApps();
  const [showsAll, setShowsAll] = useState(false);
  const [asks, setAsks] = useState(false);
  const all = list.data?.apps ?? [];
  const mine = all.filter((app) => app.is_mine);
  const shown = showsAll ? all : mine;
  return (
    <SettingsPage title="Connected apps">
      <h1 className="font-semibold text-xl">Connected apps</h1>
      <p className="mt-1 mb-6 text-muted">
        Agents and programs that you let into {workspace}. They can do no more than you.
      </p>
      <ConnectAgent address={list.data?.address} />
      {list.isError && !list.data ? (
        <RetryAlert message="Failed to fetch apps" onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <div role="status" aria-label="Loading apps">
          <Skeleton className="h-60" />
        </div>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={Plug}
          title="No apps yet."
          hint="Agents that you connect appear here, with what they may do and when they were last used."
        />
      ) : (
        <>
          <AppList apps={shown} now={now} onDisconnect={(app) => disconnect.mutate(app)} />
          <p className="mt-2 text-muted text-xs">Times in {zoneName(zone)}</p>
        </>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 text-[13px]">
        <p className="text-muted">
          Members can connect apps of their own.{' '}
          {manages && (
            <button
              type="button"
              className="min-h-6 rounded-sm text-accent underline"
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? 'Only your apps' : 'All apps in this workspace'}
            </button>
          )}
        </p>
        {mine.length > 1 && (
          <Button variant="ghost" className="text-danger" onClick={() => setAsks(true)}>
            Disconnect all
          </Button>
        )}
      </div>
      {asks && (
        <ConfirmDialog
          open
          title="Disconnect all your apps?"
          question="They can do nothing in this workspace from then on. What they wrote stays."
          confirm="Disconnect all"
          onConfirm={() => {
            disconnectAll.mutate(undefined);
            setAsks(false);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </SettingsPage>
  );
}
