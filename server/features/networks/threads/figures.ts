import type { Metrics } from '#contract/networks/metrics.ts';
import type { Figures, ReadPart } from '../adapter.ts';
import { plus, readEach } from '../counts.ts';
import type { GraphApi } from '../meta/graph.ts';
import { createInsights, isAbsent, lacksPermission } from '../meta/insights.ts';
import type { Installation } from '../oauth.ts';
import { needingPermission } from '../permission.ts';
import type { ThreadsClient } from './client.ts';

/** Figures of Threads. Each post is read with a call of its own; what is granted is not said. */

const BATCH = 10;
const NAMES = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'];

export function createThreadsFigures(
  threads: ThreadsClient,
  installation: Pick<Installation, 'clock' | 'log'>,
): Figures {
  const insights = createInsights('threads', installation);

  async function readPart({ id, position }: ReadPart, api: GraphApi): Promise<Metrics> {
    const path = `/${encodeURIComponent(id)}/insights`;
    const { count } = await insights.read(api, path, 'post', NAMES);
    return {
      views: count('views'),
      reactions: count('likes'),
      // The first post counts those below its replies, too.
      comments: position > 0 ? 0 : count('replies'),
      shares: plus(plus(count('reposts'), count('quotes')), count('shares')),
    };
  }

  return {
    batch: BATCH,

    readParts: (parts, session, signal) => {
      const api = threads.as(session, signal);
      const read = readEach(parts, (part) =>
        readPart(part, api).catch((error: unknown) => {
          if (isAbsent(error)) return 'gone' as const;
          throw error;
        }),
      );
      return needingPermission(read, lacksPermission);
    },

    readAccount: async (session, signal) => {
      const api = threads.as(session, signal);
      const read = insights.read(api, '/me/threads_insights', 'account', ['followers_count']);
      const { count } = await needingPermission(read, lacksPermission);
      return { followers: count('followers_count') ?? null, posts: null };
    },
  };
}
