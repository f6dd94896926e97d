import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#web/api/client.ts';

/**
 * Sets the errors of the API on its fields. Returns the message for above the form where no field
 * has one.
 */
export function showFailure<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
  otherwise: string,
): string | undefined {
  if (!(error instanceof ApiError)) return otherwise;
  let said = false;
  for (const name of fields) {
    const message = error.fields[name]?.[0];
    if (!message) continue;
    setError(name, { message });
    said = true;
  }
  return said ? undefined : error.message || otherwise;
}
