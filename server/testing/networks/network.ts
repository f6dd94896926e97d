import type { Network } from '#contract/networks/names.ts';
import type { Call } from '../responses.ts';
import type { Fault } from './fault-proxy.ts';

/** A published post, as a reader sees it. */
type SeenPost = { content: string; parent: string | null; id: string; files?: number };

/** A network that the tests of all adapters run against. */
export type TestNetwork = {
  name: Network;
  /** Connects a new account; returns the id of the channel. */
  connect: (call: Call) => Promise<number>;
  /** Connects the account of a channel again. */
  reconnect: (call: Call, channel: number) => Promise<{ status: number }>;
  /** The posts of the account of a channel, the earliest first. */
  posts: (call: Call, channel: number) => Promise<SeenPost[]>;
  /** The ids of the posts that the account of a channel shows once more; missing where none can. */
  reposts?: (call: Call, channel: number) => Promise<string[]>;
  /** The next publishing calls fail so; without faults, everything works again. */
  fail: (call: Call, channel: number, ...faults: Fault[]) => Promise<void>;
  /** Every publishing call may fail. */
  chaos?: (share: number, hangMs: number, lateMs?: number) => void;
  /** Lets the access of an account expire, where it is renewed. */
  expire?: (channel: number) => void;
  /** Whether access tokens expire, and are renewed. */
  renews: boolean;
  /** Whether a thread is published by one call. */
  atomic: boolean;
  /** Whether it can be asked what has become of a post; else a person is. */
  asked?: boolean;
  /** Whether the latest posts of an account can be read. */
  lists?: boolean;
  /** Whether its accounts have pictures. */
  pictures?: boolean;
  /** The file that every post needs. */
  needs?: 'picture' | 'video';
  /** What has to be chosen for every publication. */
  choices?: Record<string, string>;
  stop: () => Promise<void>;
};

/** How reading figures fails, where a permission is needed for them. */
type FigureFaults = {
  /** Whether the application has the permission: a login that asks for it is refused else. */
  approved: boolean;
  /** What answers do not have. */
  leftOut: string[];
  asText: boolean;
  limited: boolean;
};

/** A network with what the application is configured with for it. */
export type FakeNetwork = TestNetwork & {
  figures?: FigureFaults;
  environment?: Record<string, string | undefined>;
  /** Where its origins are. */
  addresses?: Record<string, string>;
};

/** The settings of an application that publishes to these fakes. */
export function environmentOf(...networks: readonly FakeNetwork[]): Record<string, string> {
  const environment = Object.assign({}, ...networks.map((network) => network.environment ?? {}));
  const addresses = networks
    .flatMap((network) => Object.entries(network.addresses ?? {}))
    .map((pair) => pair.join('='))
    .join(',');
  return { ...environment, ...(addresses && { NETWORK_ADDRESSES: addresses }) };
}
