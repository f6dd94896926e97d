import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useLeave } from './member-queries.ts';

/** Leaves the workspace after a confirmation. */
export function LeaveButton({ name, onLeft }: { name: string; onLeft: () => void }) {
  const leave = useLeave(onLeft);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button disabled={leave.isPending} onClick={() => setAsking(true)}>
        Leave the workspace
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title="Leave the Workspace"
          question={`You’ll lose access to ${name} until someone invites you again. What acts for you here ends or becomes the owner’s: keys, webhooks, links and rules.`}
          confirm="Leave"
          onConfirm={() => {
            setAsking(false);
            leave.mutate();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
