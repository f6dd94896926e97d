import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { linkX } from '#contract/people/social.ts';
import { call } from '#web/api/client.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useUnlinkX, useXLink } from './account-queries.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** The error, from the query of the URL. */
const FAILURES = new Map([
  ['taken', 'That X account is already connected to another account.'],
  ['another', 'Your account is already connected to a different X account.'],
  ['session_ended', 'Your session has ended. Please try again.'],
  ['expired', 'That took too long, or was started in another browser. Please try again.'],
  ['failed', 'Connecting X failed. Please try again.'],
]);

/** Connects and disconnects X. `hasPassword`: whether there is another way to sign in. */
export function XConnection({ hasPassword }: { hasPassword: boolean }) {
  const link = useXLink();
  const unlink = useUnlinkX();
  const [asking, setAsking] = useState(false);
  const connect = useRef<HTMLButtonElement>(null);
  useOutcome(link.data?.linked);
  // The pressed button is gone then.
  const unlinked = unlink.isSuccess && link.data?.linked === false;
  useEffect(() => {
    if (unlinked) connect.current?.focus();
  }, [unlinked]);
  if (link.isError && !link.data)
    return (
      <RetryAlert message="Failed to load your X connection" onRetry={() => void link.refetch()} />
    );
  if (!link.data) return <Skeleton className="h-9" />;
  if (link.data.linked) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>
          Connected as <span className="font-medium">@{link.data.username}</span>
        </p>
        {hasPassword ? (
          <Button disabled={unlink.isPending} onClick={() => unlink.mutate()}>
            Disconnect X
          </Button>
        ) : (
          <Badge>Your only sign-in method</Badge>
        )}
      </div>
    );
  }
  if (!link.data.available)
    return <p className="text-muted">Sign-in with X is not set up on this server.</p>;
  return (
    <>
      <Button ref={connect} onClick={() => setAsking(true)}>
        Connect X (Twitter)
      </Button>
      {asking && (
        <PasswordDialog
          title="Connect X"
          description="You’ll go to X to approve the connection. After that, you can also sign in with X."
          variant="primary"
          confirm="Continue to X"
          confirming="Connecting..."
          failure="Failed to connect X"
          onConfirm={async (body) => window.location.assign((await call(linkX, { body })).url)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/**
 * Reports the outcome once and removes it from the URL. Success is read from the server, not
 * from the URL.
 */
function useOutcome(linked: boolean | undefined) {
  const [query, setQuery] = useSearchParams();
  const outcome = query.get('x') ?? '';
  const failure = FAILURES.get(outcome);
  useEffect(() => {
    if (outcome === '' || linked === undefined) return;
    if (failure) toast({ title: 'Error', description: failure, variant: 'destructive' });
    else if (outcome === 'linked' && linked)
      toast({ title: 'Success', description: 'X connected. You can now sign in with X.' });
    setQuery({}, { replace: true });
  }, [outcome, failure, linked, setQuery]);
}
