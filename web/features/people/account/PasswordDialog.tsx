import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  title: string;
  description: string;
  /** Accounts that sign in with X alone have none. */
  hasPassword?: boolean;
  variant: 'primary' | 'danger';
  confirm: string;
  /** The label of the button while pending. */
  confirming: string;
  /** The message where the error has none. */
  failure: string;
  /** Runs the confirmed action; its errors are shown here. */
  onConfirm: (given: { password?: string }) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password before a sensitive action. */
export function PasswordDialog({
  title,
  description,
  hasPassword = true,
  onConfirm,
  onClose,
  ...texts
}: Props) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const missing = hasPassword && !password;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (missing || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm(hasPassword ? { password } : {});
    } catch (error) {
      const said = error instanceof ApiError ? (error.fields.password?.[0] ?? error.message) : '';
      setFailure(said || texts.failure);
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={title} description={description}>
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
          <Button type="submit" variant={texts.variant} disabled={missing || busy}>
            {busy ? texts.confirming : texts.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
