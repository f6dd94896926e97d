import type { Network } from '#contract/networks/names.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import type { Connection, Credentials } from '../../networks/networks.service.ts';
import * as sql from './connections.sql.ts';

/** What is kept, sealed, between the steps of a login. */

type Context = Pick<AppContext, 'database' | 'secrets'>;

/** What a sealed attempt belongs to. */
const attemptContext = (id: string) => `connection ${id}`;

/** What is kept of a connection meanwhile: what the method needs, or the accounts to choose from. */
type Kept = { way: string; attempt: Credentials } | { choices: readonly Connection[] };

export async function keep(
  { database, secrets }: Context,
  { workspaceId, userId }: Member,
  begun: { id: string; network: Network; channel: number | null },
  kept: Kept,
) {
  const state = secrets.seal('credentials', JSON.stringify(kept), attemptContext(begun.id));
  await sql.insertConnection(database, { ...begun, workspaceId, userId, state });
}

/**
 * What this person began lately; it is used once.
 * @throws AppError 400
 */
export async function take(
  { database, secrets }: Context,
  { workspaceId, userId }: Member,
  id: string,
) {
  const [begun] = await sql.takeConnection(database, { id, workspaceId, userId });
  if (!begun)
    throw invalid({ non_field_errors: ['This connection has expired. Please connect again.'] });
  const { network, channel, state } = begun;
  const kept: Kept = JSON.parse(secrets.open('credentials', state, attemptContext(id)));
  return { network, channel, kept };
}
