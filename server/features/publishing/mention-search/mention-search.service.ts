import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { FoundPeople } from '#contract/publishing/mention-search.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { createTtlCache } from '../../../lib/ttl-cache.ts';
import { type Adapters, NetworkError } from '../../networks/networks.service.ts';
import { getAccount, listChannels, withSession } from '../channels/channels.service.ts';

type Context = Pick<AppContext, 'clock' | 'database' | 'secrets' | 'limits'> & {
  adapters: Adapters;
};

/** Somebody is typing. */
const SEARCH_MS = 5000;
const SEARCHES = { attempts: 120, seconds: 60 };
/** Of an account, whoever types: networks allow few calls (300 in 5 minutes), and publishing needs them, too. */
const CALLS = { attempts: 30, seconds: 60 };
const KEPT = { ms: 60_000, max: 500 };

/**
 * Looks people up at the networks of a workspace, by one account of each; one that fails does not
 * keep the others.
 */
export function createMentionSearch(context: Context) {
  const { adapters, clock, database, limits } = context;
  const keep = createTtlCache<string, FoundPeople['people']>(clock, KEPT);

  async function search(channel: { id: number; workspaceId: number }, text: string) {
    await limits.count(`people:channel:${channel.id}`, CALLS);
    const account = await getAccount(database, channel, channel.id);
    const { people } = adapters[account.network];
    const signal = AbortSignal.timeout(SEARCH_MS);
    return withSession(
      context,
      account,
      signal,
      async (session) => (await people?.(text, session, signal)) ?? [],
    );
  }

  /** @throws AppError 429 */
  return async ({ workspaceId, userId }: Member, text: string): Promise<FoundPeople[]> => {
    await limits.count(`people:account:${userId}`, SEARCHES);
    const channels = (await listChannels(database, { workspaceId })).filter(
      ({ network, state }) => state === 'connected' && adapters[network].people,
    );
    const first = new Map(channels.toReversed().map((channel) => [channel.network, channel]));
    return Promise.all(
      [...first.values()].map(async ({ id, network }) => {
        // What one account is shown is not for another workspace.
        const key = JSON.stringify([workspaceId, id, text.toLowerCase()]);
        try {
          const people = await keep(key, () => search({ id, workspaceId }, text));
          return { network, people, failure: null };
        } catch (error) {
          return { network, people: [], failure: failureOf(error, NETWORK_NAMES[network]) };
        }
      }),
    );
  };
}

function failureOf(error: unknown, network: string) {
  const isLate = error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
  if (isLate) return `${network} does not respond.`;
  if (error instanceof AppError && error.status === 429)
    return `${network} was asked too often. Try again in a minute.`;
  if (error instanceof NetworkError) return `${error.message}.`;
  throw error;
}
