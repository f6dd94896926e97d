import { ApiError } from '#web/api/client.ts';

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** What to say when signing in failed (section 8, 'Login'). */
export function loginFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return 'Login failed. Please try again.';
  const { detail, non_field_errors, error: reason, message } = error.body;
  const first = Array.isArray(non_field_errors) ? non_field_errors[0] : undefined;
  return (
    text(detail) ??
    text(first) ??
    text(reason) ??
    text(message) ??
    (error.status === 401 ? 'Invalid email or password' : 'Login failed')
  );
}

/** What the banner says when registering failed; the fields say their own (section 8, 'Register'). */
export function registerFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return 'Registration failed. Please try again.';
  return text(error.body.message) ?? text(error.body.detail) ?? 'Registration failed';
}
