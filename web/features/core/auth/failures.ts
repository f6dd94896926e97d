import { ApiError } from '#web/api/client.ts';

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** The message for a failed sign-in. */
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

/** The message of the banner for a failed registration; fields have their own. */
export function registerFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0)
    return 'Registration failed. Please try again.';
  // By fields as people know them, where the message is about some.
  const detail = text(error.body.detail) && error.message;
  return text(error.body.message) ?? (detail || 'Registration failed');
}

const NETWORK = 'Network error. Please check your connection and try again.';
const SERVER = 'Server error occurred. Please try again later or contact support.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** The message for a failed request of a reset link. */
export function forgotFailure(error: unknown): string {
  if (!(error instanceof Error)) return UNEXPECTED;
  switch (error instanceof ApiError ? error.status : undefined) {
    case 0:
      return NETWORK;
    case 400:
      return 'Invalid email address. Please check and try again.';
    case 429:
      return 'Too many password reset requests. Please try again in a few minutes.';
    case 500:
      return SERVER;
    default:
      return 'Failed to send password reset email. Please try again.';
  }
}

/** The message for a failed reset. */
export function resetFailure(error: unknown): string {
  if (!(error instanceof Error)) return UNEXPECTED;
  const refused = error instanceof ApiError ? error : undefined;
  // A link for a first address that is taken by now.
  if (refused?.fields.email) return refused.fields.email.join(' ');
  const aboutPassword = refused?.body.new_password ?? refused?.body.new_password_confirm;
  if (aboutPassword) return 'Password validation failed. Please ensure it meets all requirements.';
  switch (refused?.status) {
    case 0:
      return NETWORK;
    case 400:
      return 'Invalid or expired reset link. Please request a new password reset.';
    case 429:
      return 'Too many password reset attempts. Please try again later.';
    case 500:
      return SERVER;
    default:
      return /password/i.test(error.message)
        ? 'Password validation failed. Please ensure it meets all requirements.'
        : 'Failed to reset password. Please try again.';
  }
}
