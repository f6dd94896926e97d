import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { login } from '#contract/core/auth.ts';
import { Login } from '#contract/core/forms.ts';
import { paths } from '#contract/paths.ts';
import { setAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { continueWithX } from '#web/lib/social-sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { loginFailure } from './failures.ts';

/** Signs in; the page navigates afterwards (docs/domain/pages.md, 'Sign-in page'). */
export function LoginForm({ returnPath }: { returnPath: string }) {
  const [failure, setFailure] = useState<string>();
  // Without default values: text that was typed before hydration is kept.
  const form = useForm({ resolver: zodResolver(Login) });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      const { user, access, refresh } = await call(login, { body: values });
      toast({ title: 'Welcome back!', duration: 3000 });
      setAuth(user, access, refresh);
    } catch (error) {
      setFailure(loginFailure(error));
    }
  });

  return (
    <>
      {/* The page is prerendered: sent before it is hydrated, nothing of it may be in the address. */}
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && <Alert>{failure}</Alert>}
        <Field label="Email" error={errors.email?.message}>
          <Input
            type="email"
            autoComplete="username"
            autoFocus
            required
            {...form.register('email')}
          />
        </Field>
        <div className="flex flex-col gap-2">
          <Field label="Password" error={errors.password?.message}>
            <PasswordInput
              autoComplete="current-password"
              required
              {...form.register('password')}
            />
          </Field>
          <TextLink to={paths.forgotPassword} className="inline-flex min-h-6 items-center self-end">
            Forgot password?
          </TextLink>
        </div>
        <Button type="submit" variant="primary" size="large" disabled={isSubmitting}>
          {isSubmitting ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      <div className="flex items-center gap-3 text-muted text-xs">
        <span className="h-px grow bg-line" />
        or
        <span className="h-px grow bg-line" />
      </div>
      <Button size="large" onClick={() => continueWithX(returnPath)}>
        Continue with X (Twitter)
      </Button>
    </>
  );
}
