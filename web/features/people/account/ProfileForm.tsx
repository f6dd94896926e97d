import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Profile } from '#contract/core/forms.ts';
import { updateProfile } from '#contract/people/account.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { showFailure } from '#web/api/form-failure.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

/** Name and address. A new address needs the password, because account recovery goes through it. */
export function ProfileForm() {
  const user = useAuth((state) => state.user);
  const [failure, setFailure] = useState<string>();
  const saved = { name: user?.name ?? '', email: user?.email ?? '' };
  const form = useForm({
    resolver: zodResolver(Profile),
    defaultValues: saved,
    shouldUnregister: true,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const moving = saved.email !== '' && form.watch('email')?.trim() !== saved.email;

  const submit = form.handleSubmit(async ({ current_password, ...body }) => {
    setFailure(undefined);
    try {
      const updated = await call(updateProfile, {
        body: { ...body, ...(moving && { current_password }) },
      });
      useAuth.setState({ user: updated });
      form.reset({ name: updated.name, email: updated.email ?? '' });
      toast({
        title: 'Success',
        description: moving
          ? `We sent a confirmation link to ${updated.pending_email}`
          : 'Profile updated successfully',
      });
    } catch (error) {
      setFailure(
        showFailure(
          error,
          form.setError,
          ['name', 'email', 'current_password'],
          'Failed to update profile',
        ),
      );
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure && <Alert>{failure}</Alert>}
      <Field label="Full Name" error={errors.name?.message}>
        <Input autoComplete="name" required {...form.register('name')} />
      </Field>
      {saved.email !== '' && (
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="email" required {...form.register('email')} />
        </Field>
      )}
      {moving && (
        <Field
          label="Password"
          hint="Enter your password to change your email. The change takes effect when you confirm it with the link that we send."
          error={errors.current_password?.message}
        >
          <PasswordInput
            autoComplete="current-password"
            {...form.register('current_password', {
              setValueAs: (text: string) => text || undefined,
            })}
          />
        </Field>
      )}
      <Button type="submit" disabled={!isDirty || isSubmitting} className="self-start">
        {isSubmitting ? 'Saving...' : 'Save Profile'}
      </Button>
    </form>
  );
}
