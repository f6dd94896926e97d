import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { AccessList } from './AccessList.tsx';
import { useEndOwnAccess, useOwnAccess } from './account-queries.ts';

/** All of it, to be ended at once. */
export function OwnAccess() {
  const access = useOwnAccess();
  const end = useEndOwnAccess();
  if (access.isError && !access.data)
    return (
      <RetryAlert
        message="Failed to fetch what acts for you"
        onRetry={() => void access.refetch()}
      />
    );
  if (!access.data) return <Skeleton className="h-16" />;
  if (!access.data.length) return <p className="text-muted">Nothing.</p>;
  return (
    <div className="flex flex-col items-start gap-4">
      <AccessList access={access.data} />
      <Button className="text-danger" disabled={end.isPending} onClick={() => end.mutate()}>
        End all
      </Button>
    </div>
  );
}
