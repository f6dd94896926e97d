import { z } from 'zod';
import { getBestTimes, listBestTimes } from '#contract/analytics/best-times.ts';
import { getFigures } from '#contract/analytics/figures.ts';
import { MAX_CONTENT_LENGTH } from '#contract/content/items.ts';
import { limitOf } from '#contract/networks/networks.ts';
import { listChannels } from '#contract/publishing/channels.ts';
import { checkParts, partsFor } from '#contract/publishing/checks.ts';
import { errorsIn } from '#contract/publishing/findings.ts';
import { checkPublishing, listAttention, MAX_CHANNELS } from '#contract/publishing/publications.ts';
import { AppError, notFoundIn } from '../../errors.ts';
import { slices } from '../../lib/time-slices.ts';
import { READS, tool } from '../tool.ts';
import { postId } from './post-shapes.ts';
import { PublicationSummary, publicationOf } from './publications.ts';

/** What speaks against a text, what needs somebody, and what networks have counted. */

const Finding = z.object({
  level: z.enum(['error', 'warning']).describe('An error prevents publishing.'),
  text: z.string(),
  part: z.int().optional(),
});
type Finding = z.output<typeof Finding>;
const findingOf = ({
  level,
  text,
  part,
}: {
  level: Finding['level'];
  text: string;
  part?: number | undefined;
}) => ({
  ...{ level, text },
  ...(part !== undefined && { part }),
});

export const checkText = tool({
  name: 'check_text',
  title: 'Check a text',
  description:
    'Checks a post, or texts that are not saved yet, against the rules of networks: length, files, alt texts, and what each account allows. Nothing is changed.',
  annotations: READS,
  uses: [checkPublishing, listChannels],
  input: z.object({
    post_id: postId.optional().describe('A saved post: its files are checked as well.'),
    texts: z
      .array(z.string())
      .min(1)
      .max(100)
      .refine(
        (texts) => texts.reduce((sum, { length }) => sum + length, 0) <= MAX_CONTENT_LENGTH,
        `Expected at most ${MAX_CONTENT_LENGTH} characters in all. Save a longer thread, and check it by its id.`,
      )
      .optional()
      .describe('Instead of a post: a text, or the parts of a thread in order.'),
    channel_ids: z
      .array(z.int().positive())
      .min(1)
      .max(MAX_CHANNELS)
      .optional()
      .describe('From list_channels. All that are connected, where they are left out.'),
  }),
  output: z.object({
    channels: z.array(
      z.object({
        channel_id: z.int(),
        fits: z.boolean(),
        longest: z.int().describe('The longest part, as the network counts it.'),
        limit: z.int(),
        findings: z.array(Finding),
      }),
    ),
  }),
  run: async ({ call, slowly }, { post_id, texts, channel_ids }) => {
    if ((post_id === undefined) === (texts === undefined))
      throw new AppError('invalid', 400, 'Expected post_id, or texts, and not both.');
    if (post_id !== undefined) {
      const params = { id: String(post_id) };
      const checked = await call(checkPublishing, { params, body: { channels: channel_ids } });
      return {
        channels: checked.map(({ channel, longest, limit, findings }) => ({
          ...{ channel_id: channel, longest, limit },
          fits: errorsIn(findings).length === 0,
          findings: findings.map(findingOf),
        })),
      };
    }
    const channels = await call(listChannels, {});
    const unknown = channel_ids?.find((id) => channels.every((channel) => channel.id !== id));
    if (unknown !== undefined) throw notFoundIn('channel_ids', 'channel', unknown);
    const asked = channels.filter(
      ({ id, state }) => channel_ids?.includes(id) ?? state !== 'disconnected',
    );
    const parts = (texts ?? []).map((content) => ({ content, network_texts: {}, media: [] }));
    return slowly(async (gone) => {
      // One for all channels: the turns of others do not begin anew with each.
      const breathe = slices(gone);
      // Accounts with the same rules have the same result.
      const known = new Map<string, ReturnType<typeof checkParts>>();
      const results = [];
      for (const { id, network, limits } of asked.slice(0, MAX_CHANNELS)) {
        await breathe();
        const rules = JSON.stringify([network, limits]);
        const checked =
          known.get(rules) ??
          checkParts(network, limits, partsFor(parts, network), {}, { breathe });
        known.set(rules, checked);
        const { findings, longest } = await checked;
        results.push({
          ...{ channel_id: id, longest, limit: limitOf(network, limits) },
          fits: errorsIn(findings).length === 0,
          findings: findings.slice(0, 100).map(findingOf),
        });
      }
      return { channels: results };
    });
  },
});

export const needsAttention = tool({
  name: 'needs_attention',
  title: 'What needs attention',
  description:
    'Returns publications that have stopped, with the reason, and drafts whose time has passed. A person decides what becomes of them.',
  annotations: READS,
  uses: [listAttention],
  input: z.object({}),
  output: z.object({
    publications: z.int().describe('So many have stopped in all.'),
    stopped: z.array(
      z.object({
        reason: z.string(),
        count: z.int(),
        since: z.string(),
        latest: PublicationSummary,
      }),
    ),
    overdue_drafts: z.array(
      z.object({ post_id: z.int(), excerpt: z.string(), due_at: z.string() }),
    ),
  }),
  run: async ({ call }) => {
    const { publications, results, drafts } = await call(listAttention, {});
    return {
      publications,
      stopped: results.map(({ reason, count, since, publication }) => ({
        ...{ reason, count, since, latest: publicationOf(publication) },
      })),
      overdue_drafts: drafts.map(({ item, excerpt, due_at }) => ({
        ...{ post_id: item, excerpt, due_at },
      })),
    };
  },
});

export const getFiguresTool = tool({
  name: 'get_figures',
  title: 'Figures of a post',
  description:
    'Returns what networks have counted of a post, for each channel: views, likes, replies and so on. What a network does not count is left out.',
  annotations: READS,
  uses: [getFigures],
  input: z.object({ post_id: postId }),
  output: z.object({
    publications: z.array(
      z.object({
        publication_id: z.int(),
        channel_id: z.int(),
        network: z.string(),
        published_at: z.string(),
        state: z.string().describe("Figures are known where this is 'read'."),
        read_at: z.string().nullable(),
        metrics: z.record(z.string(), z.int()),
      }),
    ),
  }),
  run: async ({ call }, { post_id }) => {
    const { publications } = await call(getFigures, { params: { id: String(post_id) } });
    return {
      publications: publications.map(({ publication, channel, metrics, ...figures }) => ({
        ...{ publication_id: publication, channel_id: channel.id, network: channel.network },
        ...{ published_at: figures.published_at, state: figures.state, read_at: figures.read_at },
        metrics: metrics as Record<string, number>,
      })),
    };
  },
});

const Best = z.object({
  channel_id: z.int(),
  network: z.string(),
  state: z.string(),
  posts: z.int(),
  needed: z.int().describe('Fewer posts say nothing.'),
  best: z
    .array(z.object({ weekday: z.int(), from: z.int(), to: z.int() }))
    .describe("Hours in the workspace's time zone; weekday 1 is Monday."),
});

export const bestTimes = tool({
  name: 'best_times',
  title: 'Best times',
  description:
    'Returns the hours of the week in which the posts of a channel did better than usual; without a channel, of all. Empty where there are too few posts. An agent that is limited to channels names one.',
  annotations: READS,
  uses: [getBestTimes],
  input: z.object({ channel_id: z.int().positive().optional() }),
  output: z.object({ channels: z.array(Best) }),
  run: async ({ call }, { channel_id }) => {
    const found =
      channel_id === undefined
        ? await call(listBestTimes, {})
        : [await call(getBestTimes, { params: { id: String(channel_id) } })];
    return {
      channels: found.map(({ channel, state, posts, needed, best }) => ({
        ...{ channel_id: channel.id, network: channel.network, state, posts, needed, best },
      })),
    };
  },
});
