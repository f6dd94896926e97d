import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';

type Props = {
  title: string;
  description: string;
  /** Who signs in with X alone has none to be asked for. */
  hasPassword?: boolean;
  variant: 'primary' | 'danger';
  confirm: string;
  /** What the button says meanwhile. */
  confirming: string;
  /** What is said where the refusal has no words of its own. */
  failure: string;
  /** Does what is confirmed; what it throws is said here. */
  onConfirm: (given: { password?: string }) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password before something that needs it. */
export function PasswordDialog({ title, description, hasPassword = true, onConfirm, onClose, ...texts }: Props) {
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
