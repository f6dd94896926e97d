import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { register } from '#contract/core/auth.ts';
import { Register } from '#contract/core/forms.ts';
import { paths } from '#contract/paths.ts';
import { setAuth } from '#web/api/auth-store.ts';
import { ApiError, call } from '#web/api/client.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx';
import { ZoneChoice } from '#web/ui/fields/ZoneChoice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { registerFailure } from './failures.ts';

const Form = z.intersection(
  Register,
  z.object({
    terms: z.boolean().refine(Boolean, 'Please accept the Terms of Service and Privacy Policy'),
  }),
);

const EMPTY = { email: '', name: '', password: '', password_confirm: '', terms: false };
const FIELDS = ['email', 'name', 'password', 'password_confirm'] as const;

/**
 * Creates an account and signs in; the page navigates afterwards (docs/domain/pages.md, 'Register
 * page').
 */
export function RegisterForm({ email = '' }: { email?: string }) {
  const [failure, setFailure] = useState<string>();
  const [zone, setZone] = useState(OWN_ZONE);
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { ...EMPTY, email } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ terms: _, ...body }) => {
    setFailure(undefined);
    try {
      const { user, access, refresh } = await call(register, {
        body: { ...body, time_zone: zone },
      });
      form.reset(EMPTY);
      toast({ title: 'Registration successful!', duration: 5000 });
      setAuth(user, access, refresh);
    } catch (error) {
      setFailure(registerFailure(error));
      if (!(error instanceof ApiError)) return;
      for (const name of FIELDS) {
        const message = error.fields[name]?.[0];
        if (message) form.setError(name, { message });
      }
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {failure && <Alert>{failure}</Alert>}
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="email"
          autoFocus={!email}
          required
          {...form.register('email')}
        />
      </Field>
      <Field label="Full Name" error={errors.name?.message}>
        <Input autoComplete="name" autoFocus={email !== ''} required {...form.register('name')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
          required
          {...form.register('password')}
        />
      </Field>
      <Field label="Confirm Password" error={errors.password_confirm?.message}>
        <PasswordInput
          autoComplete="new-password"
          required
          {...form.register('password_confirm')}
        />
      </Field>
      <Controller
        control={form.control}
        name="terms"
        render={({ field }) => (
          <div>
            <Checkbox checked={field.value} onChange={field.onChange} required>
              I agree to the <TextLink to={paths.terms}>Terms of Service</TextLink> and{' '}
              <TextLink to={paths.privacy} className="whitespace-nowrap">
                Privacy Policy
              </TextLink>
            </Checkbox>
            {errors.terms && (
              <p role="alert" className="text-danger">
                {errors.terms.message}
              </p>
            )}
          </div>
        )}
      />
      <ZoneChoice value={zone} onChange={setZone} />
      <Button type="submit" variant="primary" size="large" disabled={isSubmitting}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
