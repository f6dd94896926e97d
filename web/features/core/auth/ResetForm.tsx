import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ratePassword } from '#contract/core/passwords.ts';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import { confirmPasswordReset } from '#contract/people/recovery.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx';
import { PasswordStrength, PasswordsMatch } from '#web/ui/fields/PasswordStrength.tsx';
import { resetFailure } from './failures.ts';

type Done = ResponseOf<typeof confirmPasswordReset>;
type Props = { uid: string; token: string; onDone: (done: Done) => void };

/** Sets a new password with the link of a mail (docs/domain/people.md, 'Password reset'). */
export function ResetForm({ uid, token, onDone }: Props) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({ defaultValues: { new_password: '', new_password_confirm: '' } });
  const { isSubmitting } = form.formState;
  const [password, again] = form.watch(['new_password', 'new_password_confirm']);
  const rating = ratePassword(password);
  const ready = rating.ok && password === again;

  const submit = form.handleSubmit(async (passwords) => {
    setFailure(undefined);
    try {
      onDone(await call(confirmPasswordReset, { body: { uid, token, ...passwords } }));
    } catch (error) {
      setFailure(resetFailure(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure && <Alert>{failure}</Alert>}
      <Field label="New Password">
        <PasswordInput autoComplete="new-password" required {...form.register('new_password')} />
      </Field>
      <PasswordStrength {...rating} />
      <Field label="Confirm New Password">
        <PasswordInput
          autoComplete="new-password"
          required
          {...form.register('new_password_confirm')}
        />
      </Field>
      <PasswordsMatch first={password} second={again} />
      <Button type="submit" variant="primary" size="large" disabled={!ready || isSubmitting}>
        {isSubmitting ? 'Resetting...' : 'Reset password'}
      </Button>
    </form>
  );
}
