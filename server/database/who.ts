import { sql } from 'kysely';
import type { Who } from '#contract/fields.ts';

/** The person of a joined row of `users`, by the name it was joined under, as the API answers who did something. */
export const who = (users: string) =>
  sql<Who>`case when ${sql.ref(`${users}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${users}.id`)}, 'name', ${sql.ref(`${users}.name`)}) end`;
