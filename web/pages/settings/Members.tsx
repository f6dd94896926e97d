import { Bot, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { can } from '#contract/roles.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { forgetWorkspace } from '#web/api/chosen-workspace.ts';
import { useWorkspace, useZone } from '#web/api/workspace.ts';
import { useApiKeys } from '#web/features/automation/keys/key-queries.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { InvitationList, InviteDialog } from '#web/features/people/members/Invitations.tsx';
import { LeaveButton } from '#web/features/people/members/LeaveButton.tsx';
import { MemberTable } from '#web/features/people/members/MemberTable.tsx';
import { useInvitations, useMembers } from '#web/features/people/members/member-queries.ts';
import { ServiceDialog } from '#web/features/people/members/ServiceDialog.tsx';
import { withBase } from '#web/lib/base.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** The members of the workspace. */
export default function MembersPage() {
  const own = useAuth((state) => state.user?.id) ?? 0;
  const workspace = useWorkspace();
  const zone = useZone();
  const members = useMembers();
  const role = workspace.data?.role;
  const manages = role !== undefined && can(role, 'manage');
  const owns = role !== undefined && can(role, 'own');
  const invitations = useInvitations(manages);
  const apiKeys = useApiKeys(manages);
  const [adding, setAdding] = useState<'person' | 'service'>();

  function onLeft() {
    forgetWorkspace();
    window.location.assign(withBase(paths.content));
  }

  // Shown together, so that the layout does not shift.
  if (
    workspace.isPending ||
    members.isPending ||
    (manages && (invitations.isPending || apiKeys.isPending))
  )
    return (
      <SettingsPage title="Members">
        <h1 className="mb-6 font-semibold text-xl">Members</h1>
        <div role="status" aria-label="Loading members">
          <Skeleton className="h-96" />
        </div>
      </SettingsPage>
    );
  return (
    <SettingsPage title="Members">
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-xl">Members</h1>
          {workspace.data && (
            <p className="mt-1 text-muted">
              People and programs with access to {workspace.data.name}.
            </p>
          )}
        </div>
        {manages && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAdding('service')}>
              <Bot size={16} aria-hidden /> Add service account
            </Button>
            <Button variant="primary" onClick={() => setAdding('person')}>
              <UserPlus size={16} aria-hidden /> Invite
            </Button>
          </div>
        )}
      </div>
      <div className="mb-8">
        {members.isError && !members.data ? (
          <RetryAlert message="Failed to fetch members" onRetry={() => void members.refetch()} />
        ) : members.data ? (
          <MemberTable
            members={members.data}
            keys={apiKeys.data ?? []}
            {...{ own, manages, owns }}
          />
        ) : (
          <Skeleton className="h-16" />
        )}
      </div>
      {adding === 'service' && <ServiceDialog onClose={() => setAdding(undefined)} />}
      {adding === 'person' && <InviteDialog onClose={() => setAdding(undefined)} />}
      {manages && (invitations.isError || invitations.data?.length !== 0) && (
        <SettingsSection
          title="Open invitations"
          hint={invitations.data?.length ? `Times in ${zoneName(zone)}` : undefined}
        >
          {invitations.isError && !invitations.data ? (
            <RetryAlert
              message="Failed to fetch invitations"
              onRetry={() => void invitations.refetch()}
            />
          ) : invitations.data ? (
            <InvitationList invitations={invitations.data} />
          ) : (
            <Skeleton className="h-10" />
          )}
        </SettingsSection>
      )}
      {workspace.data && !owns && (
        <SettingsSection title="Leave" hint="Your content stays in the workspace.">
          <LeaveButton name={workspace.data.name} onLeft={onLeft} />
        </SettingsSection>
      )}
    </SettingsPage>
  );
}
