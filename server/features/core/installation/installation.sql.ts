import { sql } from 'kysely';
import { statement } from '../../../database/statement.ts';

/** A row where an account was there at the time of the backup. */
export const isFormer = statement<{ user: number; backupAt: string }>()(
  'installation.is_former',
  (_db, bind) => sql<object>`
    select from users where id = ${bind('user', 'bigint')}
      and created_at <= ${bind('backupAt', 'timestamptz')}`,
);
