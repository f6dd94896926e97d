import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PasswordReset } from '#contract/core/forms.ts';
import { paths } from '#contract/paths.ts';
import { giveAddress } from '#contract/people/recovery.ts';
import { ApiError, call } from '#web/api/client.ts';
import { showFailure } from '#web/api/form-failure.ts';
import { continueWithX } from '#web/lib/social-sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';

/**
 * A first address with a password, for accounts that signed up with X; both are set by a mailed
 * link.
 */
export function AddressForm() {
  const [failure, setFailure] = useState<string>();
  const [stale, setStale] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ resolver: zodResolver(PasswordReset), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    setStale(false);
    setSentTo(undefined);
    try {
      await call(giveAddress, { body });
      setSentTo(body.email);
      form.reset({ email: '' });
    } catch (error) {
      setStale(error instanceof ApiError && error.body.sign_in_again === true);
      setFailure(showFailure(error, form.setError, ['email'], 'Failed to send the link'));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure && <Alert>{failure}</Alert>}
      {stale && (
        <Button className="self-start" onClick={() => continueWithX(paths.settings)}>
          Sign in with X again
        </Button>
      )}
      {sentTo && (
        <p
          role="status"
          className="break-words rounded-base border border-accent bg-accent-soft px-4 py-3"
        >
          We sent a link to {sentTo}. It works once and expires in one hour. Use it to set your
          password, then sign in again.
        </p>
      )}
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="email" required {...form.register('email')} />
      </Field>
      <Button type="submit" disabled={isSubmitting} className="self-start">
        {isSubmitting ? 'Sending...' : 'Send the link'}
      </Button>
    </form>
  );
}
