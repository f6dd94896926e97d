import { sql } from 'kysely';
import { DEMANDING } from '#contract/authority/demands.ts';

/** Whether a row of `workspaces` demands an approval, as `demandsApproval` of the contract says. */
export const DEMANDS = sql<boolean>`(${sql.join(
  DEMANDING.map((policy) => sql.ref(`workspaces.${policy}`)),
  sql` or `,
)})`;
