import type { Database } from '../../../database/pool.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import type { Account, Connector, Session } from '../adapter.ts';
import { NetworkError } from '../failures.ts';
import { failures } from './faults.ts';
import * as sql from './practice.sql.ts';

/** Making accounts of the practice network. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const createPracticeConnector = (database: Database): Connector => ({
  methods: [
    {
      name: 'account',
      label: 'Create an account',
      by: 'fields',
      fields: [{ name: 'name', label: 'Name', help: 'A name of your choice.' }],
      connect: async ({ name = '', account = '' }, { workspaceId }) => {
        const [row] = await sql.upsertAccount(database, {
          workspaceId,
          account: UUID.test(account) ? account : null,
          name: displayName(name, 100) || 'Practice',
        });
        if (!row) throw new NetworkError('rejected', 'not_found', 'There is no such account');
        return { account: accountOf(row), credentials: { token: row.token } };
      },
    },
  ],

  identify: async (session) => {
    const { name } = await requireAccount(database, session);
    return accountOf({ id: session.account.remoteId, name });
  },
});

/** @throws NetworkError where the access was revoked */
export async function requireAccount(
  database: Database,
  { account: { remoteId }, credentials }: Session,
) {
  const [row] = await sql.findBehaviour(database, { account: remoteId });
  if (!row || row.token !== credentials.token) throw failures.unauthorized();
  return row;
}

const accountOf = ({ id, name }: { id: string; name: string }): Account => ({
  remoteId: id,
  server: '',
  handle: name,
  name,
  url: null,
  picture: null,
  limits: {},
});
