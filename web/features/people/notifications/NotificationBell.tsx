import { Bell } from 'lucide-react';
import type { Notification } from '#contract/people/notifications.ts';
import { useLatestNotification } from '#web/api/live.ts';
import { later } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFocusBack } from '#web/ui/overlays/focus.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { setBell, useBell } from './bell.ts';
import { useUnread } from './notification-queries.ts';

const [usePanel] = later(() => import('./NotificationPanel.tsx'));
const MOST = 99;

/** The bell with the number of unread notifications; opens the panel. */
export function NotificationBell({ onFollow }: { onFollow: (notification: Notification) => void }) {
  const { open } = useBell();
  const panel = usePanel(open);
  const count = useUnread().data?.count ?? 0;
  const focusBack = useFocusBack();
  const arrived = useLatestNotification(({ last }) => last);
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setBell}
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={count ? `Notifications, ${count} unread` : 'Notifications'}
            title="Notifications (N)"
            className="relative"
          >
            <Bell size={18} aria-hidden />
            {count > 0 && (
              <span
                aria-hidden
                className="-top-0.5 -right-1 absolute grid h-4 min-w-4 place-items-center rounded-full bg-accent-solid px-1 font-semibold text-[10px] text-on-accent tabular-nums leading-none"
              >
                {count > MOST ? `${MOST}+` : count}
              </span>
            )}
          </Button>
        }
        align="end"
        sideOffset={6}
        aria-label="Notifications"
        onKeyDown={panel?.stepAmongRows}
        {...focusBack}
        className="z-50 flex max-h-[min(36rem,var(--room))] w-[min(26rem,calc(100vw-1rem))] flex-col overflow-hidden"
      >
        {panel && (
          <panel.NotificationPanel
            onFollow={(notification) => {
              setBell(false);
              onFollow(notification);
            }}
          />
        )}
      </Popover>
      <span role="status" className="sr-only">
        {arrived && `New notification: ${arrived.text}`}
      </span>
    </>
  );
}
