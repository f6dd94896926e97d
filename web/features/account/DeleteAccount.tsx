import { type FormEvent, useState } from 'react';
import { deleteAccount } from '#contract/account.ts';
import { ApiError, call } from '#web/api/client.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';

const QUESTION =
  'Your account is closed at once, and all that belongs to you alone is erased: folders, posts, threads and their history. This cannot be undone.';

type Props = {
  /** Who signs in with X alone has none to be asked for. */
  hasPassword: boolean;
  onDeleted: () => void;
};

/** Closes the account, once the password was given. */
export function DeleteAccount({ hasPassword, onDeleted }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && <Confirmation hasPassword={hasPassword} onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </>
  );
}

function Confirmation({ hasPassword, onClose, onDeleted }: Props & { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if ((hasPassword && !password) || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await call(deleteAccount, { body: hasPassword ? { password } : {} });
      onDeleted();
    } catch (error) {
      const said = error instanceof ApiError ? (error.fields.password?.[0] ?? error.message) : '';
      setFailure(said || 'Failed to delete your account');
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title="Delete My Account" description={QUESTION}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {hasPassword ? (
          <Field label="Password" error={failure}>
            <PasswordInput
              autoComplete="current-password"
              required
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        ) : (
          failure && <Alert>{failure}</Alert>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={(hasPassword && !password) || busy}>
            {busy ? 'Deleting...' : 'Delete my account'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
