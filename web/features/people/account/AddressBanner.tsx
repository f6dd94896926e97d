import { MailWarning } from 'lucide-react';
import { useAuth } from '#web/api/auth-store.ts';
import { Button } from '#web/ui/Button.tsx';
import { useKnownAddress, useSendAddressLink } from './account-queries.ts';

/**
 * Shown on every page until the address is verified, because mails and invitations are withheld.
 */
export function AddressBanner() {
  const user = useAuth((state) => state.user);
  const waits = user !== null && user.email !== null && !user.email_proved;
  // Refetched, because it may have been verified in another browser.
  const isKnown = useKnownAddress(waits) || user?.email_proved === false;
  const send = useSendAddressLink();
  if (!waits || !isKnown) return null;
  return (
    <section
      aria-label="Confirmation pending"
      className="flex items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-1.5 lg:px-8"
    >
      <MailWarning size={16} aria-hidden className="shrink-0 text-muted" />
      <p className="min-w-0 grow break-words">
        Confirm your email
        <span className="max-sm:hidden">
          : a link was sent to <strong className="font-medium">{user.email}</strong>. Until then you
          won’t get email notifications.
        </span>
      </p>
      <Button size="small" busy={send.isPending} onClick={() => send.mutate()}>
        Send it again
      </Button>
    </section>
  );
}
