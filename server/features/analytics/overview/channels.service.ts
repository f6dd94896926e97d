import * as sql from './channels.sql.ts';
import { coverageOfChannel, refOf, type WithAdapters } from './coverage.ts';
import { daysOfRange } from './days.ts';
import { followersByChannel } from './followers.ts';
import { MIN_POSTS, MIN_VIEWS } from './published.sql.ts';
import { askedBy, type InWorkspace, isoOf, type Query } from './query.ts';

/** The channels of a workspace in a range, with what is typical of their posts. */
export async function listChannelFigures(context: WithAdapters, person: InWorkspace, query: Query) {
  const { adapters, database } = context;
  const asked = await askedBy(context, person, query);
  const { workspaceId, range, starts, filters } = asked;
  const first = isoOf(starts[0] as number);
  const [channels, followers, typical] = await Promise.all([
    sql.listChannels(database, {
      workspaceId,
      channels: filters.channels,
      networks: filters.networks,
      first,
    }),
    followersByChannel(database, asked),
    sql.listTypical(database, { ...filters, first, middle: filters.first }),
  ]);
  const days = daysOfRange(range);
  return {
    range,
    days,
    channels: channels.map((channel) => {
      const own = followers.find((row) => row.channel === channel.id);
      const of = typical.find((row) => row.channel === channel.id);
      const isEnough = (of?.of ?? 0) >= MIN_POSTS;
      const views = of?.all_views ?? 0;
      return {
        channel: refOf(channel),
        state: coverageOfChannel(adapters, channel),
        as_of: own?.asOf ?? null,
        followers: own?.byDay ?? days.map(() => null),
        net: own?.net ?? { now: null, before: null },
        posts: { now: of?.posts ?? 0, before: of?.posts_before ?? 0 },
        typical: isEnough ? (of?.engagements ?? null) : null,
        typical_views: isEnough ? (of?.views ?? null) : null,
        typical_of: of?.of ?? 0,
        engagement_rate: views >= MIN_VIEWS && of?.viewed != null ? of.viewed / views : null,
      };
    }),
  };
}
