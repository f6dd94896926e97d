import { useState } from 'react';
import { deleteAccount } from '#contract/people/account.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

const QUESTION =
  'Your account will be closed immediately, and everything that only you own will be deleted: folders, posts, threads and their history. This cannot be undone.';

/** Closes the account after a check of the password, where there is one. */
export function DeleteAccount({
  hasPassword,
  onDeleted,
}: {
  hasPassword: boolean;
  onDeleted: () => void;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button className="text-danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && (
        <PasswordDialog
          title="Delete My Account"
          description={QUESTION}
          hasPassword={hasPassword}
          variant="danger"
          confirm="Delete my account"
          confirming="Deleting..."
          failure="Failed to delete your account"
          onConfirm={async (body) => {
            await call(deleteAccount, { body });
            onDeleted();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
