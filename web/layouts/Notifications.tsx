import { useNavigate } from 'react-router';
import type { Notification } from '#contract/people/notifications.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { useWorkspaces } from '#web/features/people/members/member-queries.ts';
import { NotificationBell } from '#web/features/people/notifications/NotificationBell.tsx';
import { goToWorkspace } from './go-to-workspace.ts';

/** The bell; a notification opens its path in its workspace. */
export function Notifications() {
  const navigate = useNavigate();
  const present = useWorkspace().data?.id;
  const places = useWorkspaces().data ?? [];
  function follow({ link, workspace }: Notification) {
    if (link === null) return;
    const elsewhere = workspace.id !== present && places.some(({ id }) => id === workspace.id);
    if (elsewhere) goToWorkspace(workspace.id, link);
    else void navigate(link);
  }
  return <NotificationBell onFollow={follow} />;
}
