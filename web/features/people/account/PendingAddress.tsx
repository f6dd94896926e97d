import { useAuth } from '#web/api/auth-store.ts';
import { Button } from '#web/ui/Button.tsx';
import { useKeepAddress, useSendAddressLink } from './account-queries.ts';

/** The pending address, until its link is used. */
export function PendingAddress() {
  const pending = useAuth((state) => state.user?.pending_email);
  const send = useSendAddressLink();
  const keep = useKeepAddress();
  if (!pending) return null;
  return (
    <div className="flex flex-col gap-3 rounded-base border border-accent bg-accent-soft px-4 py-3">
      <p role="status" className="break-words">
        We sent a link to {pending}. Your email changes when you open it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          Send it again
        </Button>
        <Button busy={keep.isPending} onClick={() => keep.mutate()}>
          Cancel the change
        </Button>
      </div>
    </div>
  );
}
