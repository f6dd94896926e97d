import { relativeTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useEndSession, useSessions } from './account-queries.ts';
import { describeUserAgent } from './user-agent.ts';

/** The sessions of the person; all but the present one can be ended. */
export function SessionList() {
  const sessions = useSessions();
  const end = useEndSession();
  if (sessions.isError && !sessions.data)
    return (
      <RetryAlert message="Failed to fetch sessions" onRetry={() => void sessions.refetch()} />
    );
  if (!sessions.data) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col items-start gap-4">
      <ul className="max-h-96 w-full divide-y divide-line overflow-y-auto rounded-base border border-line bg-surface">
        {sessions.data.map(({ id, user_agent, ip_address, last_used_at, current }) => {
          const program = describeUserAgent(user_agent);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 grow">
                <p className="break-words font-medium">{program}</p>
                <p className="text-muted text-xs tabular-nums">
                  {[ip_address, `last used ${relativeTime(last_used_at)}`]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {current ? (
                <Badge>This session</Badge>
              ) : (
                <Button
                  disabled={end.isPending}
                  aria-label={`Sign out: ${program}, ${ip_address ?? ''}`}
                  onClick={() => end.mutate(id)}
                >
                  Sign out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.data.length > 2 && (
        <Button disabled={end.isPending} onClick={() => end.mutate('others')}>
          Sign out everywhere else
        </Button>
      )}
    </div>
  );
}
