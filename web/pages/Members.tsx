import { Bot } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { can } from '#contract/roles.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { forgetWorkspace } from '#web/api/chosen-workspace.ts';
import { useWorkspace, useZone } from '#web/api/workspace.ts';
import { SettingsSection } from '#web/features/account/SettingsSection.tsx';
import { InvitationList, InviteForm } from '#web/features/members/Invitations.tsx';
import { LeaveButton } from '#web/features/members/LeaveButton.tsx';
import { MemberList } from '#web/features/members/MemberList.tsx';
import { useInvitations, useMembers } from '#web/features/members/member-queries.ts';
import { ServiceDialog } from '#web/features/members/ServiceDialog.tsx';
import { withBase } from '#web/lib/base.ts';
import { zoneName } from '#web/lib/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SettingsPage } from './settings/SettingsNav.tsx';

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
  const [isAdding, setAdding] = useState(false);

  function onLeft() {
    forgetWorkspace();
    window.location.assign(withBase(paths.content));
  }

  // Shown together, so that the layout does not shift.
  if (workspace.isPending || members.isPending || (manages && invitations.isPending))
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
      <h1 className="mb-6 font-semibold text-xl">Members</h1>
      <SettingsSection
        title="Members"
        hint={workspace.data && `People with access to ${workspace.data.name}.`}
      >
        {members.isError && !members.data ? (
          <RetryAlert message="Failed to fetch members" onRetry={() => void members.refetch()} />
        ) : members.data ? (
          <MemberList members={members.data} own={own} manages={manages} owns={owns} />
        ) : (
          <Skeleton className="h-16" />
        )}
      </SettingsSection>
      {manages && (
        <>
          <SettingsSection
            title="Invite"
            hint="By email or by link. An invitation works once and expires in 7 days."
          >
            <InviteForm />
          </SettingsSection>
          <SettingsSection
            title="Service accounts"
            hint="Programs with a role of their own: no sign-in, no mail, no seat. The audit log names them."
          >
            <Button onClick={() => setAdding(true)}>
              <Bot size={16} aria-hidden /> Add service account
            </Button>
            {isAdding && <ServiceDialog onClose={() => setAdding(false)} />}
          </SettingsSection>
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
        </>
      )}
      {workspace.data && !owns && (
        <SettingsSection title="Leave" hint="Your content stays in the workspace.">
          <LeaveButton name={workspace.data.name} onLeft={onLeft} />
        </SettingsSection>
      )}
    </SettingsPage>
  );
}
