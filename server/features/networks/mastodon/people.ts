import { z } from 'zod';
import type { Adapter } from '../adapter.ts';
import { type MastodonClient, storedOf } from './client.ts';

const Account = z.object({ acct: z.string(), display_name: z.string().catch('') });
const LIMIT = '8';

/** Those that the server of the account knows: it asks no other one. */
export const createMastodonPeople =
  (mastodon: MastodonClient): Required<Adapter>['people'] =>
  async (text, session, signal) => {
    const stored = storedOf(session);
    const api = mastodon.as(stored, signal);
    const query = new URLSearchParams({ q: text, limit: LIMIT, resolve: 'false' });
    const response = await api.call(`/api/v1/accounts/search?${query}`);
    const { hostname } = new URL(stored.origin);
    return api.parse(z.array(Account), response).map(({ acct, display_name: name }) => ({
      // Accounts of the server itself have none behind their names, and are written elsewhere, too.
      handle: acct.includes('@') ? acct : `${acct}@${hostname}`,
      name,
    }));
  };
