import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ratePassword } from '#contract/core/passwords.ts';
import { paths } from '#contract/paths.ts';
import { changePassword } from '#contract/people/account.ts';
import { call } from '#web/api/client.ts';
import { showFailure } from '#web/api/form-failure.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx';
import { PasswordStrength, PasswordsMatch } from '#web/ui/fields/PasswordStrength.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useOwnAccess } from './account-queries.ts';

const EMPTY = { current_password: '', new_password: '', new_password_confirm: '' };

/** Changes the password and ends all other sessions. */
export function PasswordForm() {
  const [failure, setFailure] = useState<string>();
  const [endsAccess, setEndsAccess] = useState(false);
  const access = useOwnAccess();
  const form = useForm({ defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const [current, password, again] = form.watch([
    'current_password',
    'new_password',
    'new_password_confirm',
  ]);
  const rating = ratePassword(password);
  const ready = current !== '' && rating.ok && password === again;

  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(changePassword, { body: { ...body, end_access: endsAccess } });
      form.reset(EMPTY);
      toast({
        title: 'Success',
        description: endsAccess
          ? 'Password changed. You’ve been signed out everywhere else, and what acted for you has ended.'
          : 'Password changed. You’ve been signed out everywhere else.',
      });
      void queryClient.invalidateQueries({ queryKey: keys.sessions });
      if (endsAccess) void queryClient.invalidateQueries();
      setEndsAccess(false);
    } catch (error) {
      setFailure(
        showFailure(
          error,
          form.setError,
          ['current_password', 'new_password'],
          'Failed to change password',
        ),
      );
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure && <Alert>{failure}</Alert>}
      <Field label="Current Password" error={errors.current_password?.message}>
        <PasswordInput
          autoComplete="current-password"
          required
          {...form.register('current_password')}
        />
      </Field>
      <Field label="New Password" error={errors.new_password?.message}>
        <PasswordInput autoComplete="new-password" required {...form.register('new_password')} />
      </Field>
      {password && <PasswordStrength {...rating} />}
      <Field label="Confirm New Password">
        <PasswordInput
          autoComplete="new-password"
          required
          {...form.register('new_password_confirm')}
        />
      </Field>
      <PasswordsMatch first={password} second={again} />
      {access.data && access.data.length > 0 && (
        <Checkbox checked={endsAccess} onChange={setEndsAccess}>
          End what acts for you, too: keys, apps, links and rules ({access.data.length}).{' '}
          <TextLink to={paths.accountAccess}>See what</TextLink>
        </Checkbox>
      )}
      <Button type="submit" disabled={!ready || isSubmitting} className="self-start">
        {isSubmitting ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  );
}
