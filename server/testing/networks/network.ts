import type { ChannelNetwork } from '#contract/networks.ts';
import type { Fault } from './fault-proxy.ts';

/** A published post, as a reader sees it. */
type SeenPost = { content: string; parent: string | null; id: string };

/** Calls the API of the application as a member. */
export type Call = (
  path: string,
  method?: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: any }>;

/** A network that the tests of all adapters run against. */
export type TestNetwork = {
  name: ChannelNetwork;
  /** Connects a new account; returns the id of the channel. */
  connect: (call: Call) => Promise<number>;
  /** Connects the account of a channel again. */
  reconnect: (call: Call, channel: number) => Promise<{ status: number }>;
  /** The posts of the account of a channel, the earliest first. */
  posts: (call: Call, channel: number) => Promise<SeenPost[]>;
  /** The next publishing calls fail so. */
  fail: (call: Call, channel: number, ...faults: Fault[]) => Promise<void>;
  /** Whether access tokens expire, and are renewed. */
  renews: boolean;
  /** Whether a thread is published by one call. */
  atomic: boolean;
  stop: () => Promise<void>;
};
