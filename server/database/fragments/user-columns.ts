import { sql } from 'kysely';

/** An account as the API returns it. */
export const userColumns = [
  'users.id',
  'users.name',
  'users.email',
  sql<boolean>`users.email_proved_at is not null`.as('email_proved'),
  'users.pending_email',
] as const;
