import type { Executor } from '../../../database/pool.ts';
import type { Keys } from '../../../http/keys/key-auth.ts';
import type { Secrets } from '../../../secrets.ts';
import * as sql from './keys.sql.ts';

/**
 * Keys as each request reads them: nothing is cached, so that what was revoked, and whoever was
 * demoted, counts with the next request.
 */
export const createKeys = (database: Executor, secrets: Pick<Secrets, 'macsOf'>): Keys => {
  return {
    find: async (kind, lookup, ip) => {
      const find = kind === 'key' ? sql.findByLookup : sql.findByToken;
      return (await find(database, { lookup, ip }))[0];
    },
    hashesOf: (kind, text) => secrets.macsOf(kind === 'key' ? 'api key' : 'app token', text),
    noteUse: async ({ id }, ip, agent) => {
      await sql.noteUse(database, { id, ip, agent });
    },
  };
};
