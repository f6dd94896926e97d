import { can } from '#contract/roles.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { WorkspaceForm } from '#web/features/people/members/WorkspaceForm.tsx';
import { PolicyStops } from '#web/features/publishing/delivery/PolicyStops.tsx';
import { useQueues } from '#web/features/publishing/slots/queue-queries.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** The settings of the workspace: all members see them. */
export default function WorkspaceSettingsPage() {
  const { data: workspace, isError, refetch } = useWorkspace();
  const queues = useQueues().data ?? [];
  const queued = queues.length ? queues.reduce((sum, { count }) => sum + count, 0) : undefined;
  const manages = workspace !== undefined && can(workspace.role, 'manage');
  return (
    <SettingsPage title="Workspace">
      <h1 className="mb-6 font-semibold text-xl">Workspace</h1>
      {workspace ? (
        <SettingsSection
          title="Settings"
          hint={manages ? undefined : 'Owners and admins can change these.'}
        >
          <fieldset disabled={!manages}>
            <WorkspaceForm
              key={workspace.id}
              workspace={workspace}
              queued={queued}
              renderStops={(isAsked) => <PolicyStops isAsked={isAsked} />}
            />
          </fieldset>
        </SettingsSection>
      ) : isError ? (
        <RetryAlert message="Failed to fetch the workspace" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the workspace">
          <Skeleton className="h-96" />
        </div>
      )}
    </SettingsPage>
  );
}
