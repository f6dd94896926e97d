import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PasswordReset } from '#contract/core/forms.ts';
import { resetPassword } from '#contract/people/recovery.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { forgotFailure } from './failures.ts';

/** Requests a mail with a link to set a new password (docs/domain/people.md, 'Password reset'). */
export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { email: '' },
    mode: 'onTouched',
  });
  const { errors, isSubmitting } = form.formState;
  const valid = PasswordReset.safeParse({ email: form.watch('email') }).success;

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(resetPassword, { body });
      onSent(body.email);
    } catch (error) {
      setFailure(forgotFailure(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure && <Alert>{failure}</Alert>}
      <Field label="Email address" error={errors.email?.message}>
        <Input type="email" autoComplete="username" required {...form.register('email')} />
      </Field>
      <Button type="submit" variant="primary" size="large" disabled={!valid || isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send reset instructions'}
      </Button>
    </form>
  );
}
