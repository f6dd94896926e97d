import { sql } from 'kysely';
import type { UserRef } from '#contract/http/fields.ts';

/**
 * A reference to a joined user, as the API returns it.
 * @param table the alias of `users` in the join
 */
export const userRef = (users: string) =>
  sql<UserRef>`case when ${sql.ref(`${users}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${users}.id`)}, 'name', ${sql.ref(`${users}.name`)}) end`;
