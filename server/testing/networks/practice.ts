import type { Fault } from './fault-proxy.ts';
import type { TestNetwork } from './network.ts';

/** The practice network, which has its faults built in. */

const FAULTS: Record<Fault, string> = {
  accept_and_drop: 'accept_and_drop',
  accept_and_fail: 'accept_and_drop',
  accept_and_hang: 'accept_and_hang',
  fail: 'drop',
  slow: 'rate_limit',
  drop: 'drop',
  rate_limit: 'rate_limit',
  limit_of_zero: 'rate_limit',
  limit_of_the_past: 'rate_limit',
  late: 'accept_and_hang',
  silent: 'drop',
  expired: 'unavailable',
  revoked: 'unauthorized',
  refuse: 'refuse',
};

export const practice: TestNetwork = {
  name: 'practice',
  renews: false,
  atomic: false,
  pictures: false,
  connect: async (call) =>
    (await call('/api/channels/', 'POST', { network: 'practice' })).body.id as number,
  reconnect: (call, channel) => call(`/api/channels/${channel}/reconnect/`, 'POST', {}),
  posts: async (call, channel) => {
    const all: { id: number; content: string; parent: number | null; repost_of: number | null }[] =
      [];
    for (let query = ''; ; ) {
      const { posts } = (
        await call(`/api/practice/${channel}/${query}` as `/api/practice/${number}/`)
      ).body;
      all.push(...posts);
      if (posts.length === 0) break;
      query = `?before=${posts.at(-1)?.id}`;
    }
    return all
      .toReversed()
      .flatMap(({ id, content, parent, repost_of }) =>
        repost_of === null
          ? [{ id: String(id), content, parent: parent === null ? null : String(parent) }]
          : [],
      );
  },
  reposts: async (call, channel) => {
    const { posts } = (await call(`/api/practice/${channel}/`)).body;
    return posts.flatMap(({ repost_of: of }) => (of === null ? [] : [String(of)]));
  },
  fail: async (call, channel, fault) => {
    const behaviour = fault ? { fault: FAULTS[fault], times: 1 } : {};
    await call(`/api/practice/${channel}/`, 'PUT', behaviour);
  },
  stop: async () => {},
};
