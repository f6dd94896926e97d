import { z } from 'zod';
import type { Metrics } from '#contract/networks/metrics.ts';
import { type Figures, PERMISSION } from '../adapter.ts';
import { Count } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import { isPage, type LinkedInApi, type LinkedInClient, storedOf } from './client.ts';

/**
 * Figures of pages of LinkedIn, without ads. It tells an application that publishes for people none
 * of their posts, and nobody those of a comment.
 */

/** How many posts one call names: LinkedIn says no limit. */
const BATCH = 20;

const Statistics = z.object({
  elements: z.array(
    z.object({
      share: z.string().optional(),
      ugcPost: z.string().optional(),
      totalShareStatistics: z.object({
        impressionCount: Count,
        uniqueImpressionsCount: Count,
        likeCount: Count,
        commentCount: Count,
        shareCount: Count,
      }),
    }),
  ),
});
type Totals = z.output<typeof Statistics>['elements'][number]['totalShareStatistics'];

export const createLinkedInFigures = (linkedin: LinkedInClient): Figures => ({
  batch: BATCH,
  isOffered: (account) => isPage({ account }),

  readParts: async (parts, session, signal) => {
    const api = linkedin.as(storedOf(session).token, signal);
    const owner = encodeURIComponent(session.account.remoteId);
    const lists = [
      listOf('shares', parts, 'urn:li:share:'),
      listOf('ugcPosts', parts, 'urn:li:ugcPost:'),
    ].join('');
    if (!lists) return parts.map(() => ({}));
    const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${owner}${lists}`;
    const { elements } = api.parse(Statistics, await read(api, path));
    const byId = new Map(
      elements.map(({ share, ugcPost, totalShareStatistics: counted }) => [
        share ?? ugcPost,
        counted,
      ]),
    );
    // A post without an element has no statistics yet: that does not say that it is gone.
    return parts.map(({ id, position }) =>
      // A comment below a post is one of its comments already.
      position > 0 ? { comments: 0 } : metricsOf(byId.get(id)),
    );
  },

  readAccount: async (session, signal) => {
    const api = linkedin.as(storedOf(session).token, signal);
    const owner = encodeURIComponent(session.account.remoteId);
    const path = `/rest/networkSizes/${owner}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`;
    const { firstDegreeSize } = api.parse(
      z.object({ firstDegreeSize: Count }),
      await read(api, path),
    );
    return { followers: firstDegreeSize ?? null, posts: null };
  },
});

/** The role in the page, or the scope, is missing: both are given when the account is connected. */
const read = (api: LinkedInApi, path: string) =>
  api.call(path).catch((error: unknown) => {
    if (error instanceof NetworkError && error.kind === 'reauthorize')
      throw new NetworkError('reauthorize', PERMISSION, error.message);
    throw error;
  });

/** A list in the syntax of Rest.li; nothing where it would be empty. */
function listOf(name: string, parts: readonly { id: string }[], prefix: string): string {
  const urns = parts.filter(({ id }) => id.startsWith(prefix)).map(({ id }) => id);
  return urns.length ? `&${name}=List(${urns.map(encodeURIComponent).join(',')})` : '';
}

function metricsOf(totals: Totals | undefined): Metrics {
  return {
    views: totals?.impressionCount,
    reach: totals?.uniqueImpressionsCount,
    reactions: totals?.likeCount,
    comments: totals?.commentCount,
    shares: totals?.shareCount,
  };
}
