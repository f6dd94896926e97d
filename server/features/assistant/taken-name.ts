import { invalid } from '../../errors.ts';

/** Names differ by more than their case. */
export function explainName(error: { constraint?: string }): never {
  if (/^assistant_(voices|actions)_name$/.test(error.constraint ?? ''))
    throw invalid({ name: ['This name is taken.'] });
  throw error;
}
