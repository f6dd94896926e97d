import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, Instant, UserRef } from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';

/**
 * - `connected`: can be published to.
 * - `reconnect`: the network has revoked the access.
 * - `disconnected`: its credentials are erased, its history is kept.
 */
const CHANNEL_STATES = ['connected', 'reconnect', 'disconnected'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** The maximum number of accounts that are connected at a time. */
const MAX_ACCOUNTS = 50;

/** docs/domain/publishing.md, 'Channels'; the type is that of contract/networks/networks.ts. */
const Limits = z.object({
  characters: z.int().optional(),
  link: z.int().optional(),
  daily: z.int().optional(),
  seconds: z.int().optional(),
  choices: z.record(z.string(), z.array(z.string())).optional(),
  unreachable: z.boolean().optional(),
});

/** No comment of a network is longer. */
const MAX_CHOICE = 8000;

/** Choices by name (contract/networks/networks.ts). */
export const Choices = z
  .record(
    z.string().max(50, 'Expected a name of at most 50 characters.'),
    z.string('Expected a string.').max(MAX_CHOICE, `Expected at most ${MAX_CHOICE} characters.`),
  )
  .refine((choices) => Object.keys(choices).length <= 20, 'Expected at most 20 choices.');

/** An account at a network that a workspace is connected with. */
export const Channel = z.object({
  id: z.int(),
  network: z.enum(ALL_NETWORKS),
  /** The server of the account, where a network has many; else empty. */
  server: z.string(),
  handle: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  /**
   * The hash of its picture, which is at `channels/HASH.webp` below the prefix of `getMediaPass`;
   * null where it has none.
   */
  picture: z.string().nullable(),
  state: z.enum(CHANNEL_STATES),
  state_since: Instant,
  /** When its credentials expire; null where they do not, or are renewed. */
  expires_at: Instant.nullable(),
  limits: Limits,
  settings: Choices,
  /** Since when its queue is paused; null where it runs. */
  queue_paused_at: Instant.nullable(),
  /** The number of publications that wait for their time, or for the connection. */
  waiting: z.int(),
  connected_by: UserRef,
  created_at: Instant,
});
export type Channel = z.output<typeof Channel>;

/** The fields of the form that connects an account; their names depend on the network. */
const Fields = z
  .record(
    z.string().max(50, 'Expected a name of at most 50 characters.'),
    z.string('Expected a string.').max(1000, 'Expected at most 1000 characters.'),
  )
  .refine((fields) => Object.keys(fields).length <= 20, 'Expected at most 20 fields.');

/** Where a network has several ways to connect an account; without it the first that fits. */
const WayField = z.string().max(20, 'Expected a connection method.').optional();

const NetworkField = z.enum(ALL_NETWORKS, `Expected one of ${ALL_NETWORKS.join(', ')}.`);

/** docs/domain/publishing.md, 'Channels'. */
export const listChannels = endpoint({
  method: 'GET',
  path: '/api/channels/',
  access: 'read',
  summary: 'The connected accounts of the workspace, and disconnected ones with a history',
  response: z.array(Channel),
});

export const connectChannel = endpoint({
  method: 'POST',
  path: '/api/channels/',
  access: 'manage',
  summary: 'Connect an account of a network that asks for credentials',
  body: z.object({ network: NetworkField, fields: Fields.optional(), way: WayField }),
  response: Channel,
  status: 201,
});

/** The person continues at the network, and returns with a code (`completeChannel`). */
export const authorizeChannel = endpoint({
  method: 'POST',
  path: '/api/channels/authorize/',
  access: 'manage',
  summary:
    'Start connecting an account of a network where people log in; with `channel`, reconnect it',
  body: z.object({
    network: NetworkField,
    fields: Fields.optional(),
    channel: Id.optional(),
    way: WayField,
  }),
  /** `state`: comes back with the person. */
  response: z.object({ url: z.string(), state: z.uuid() }),
});

const CompletedConnection = z.object({
  channels: z.array(Channel),
  /** Where the person has several accounts: nothing is connected before some are chosen. */
  choose: z
    .object({
      state: z.uuid(),
      network: z.enum(ALL_NETWORKS),
      accounts: z.array(z.object({ id: z.string(), handle: z.string(), name: z.string() })),
    })
    .nullable(),
});
export type CompletedConnection = z.output<typeof CompletedConnection>;

export const completeChannel = endpoint({
  method: 'POST',
  path: '/api/channels/complete/',
  access: 'manage',
  summary:
    'Connect the account with the code from the network; with several accounts, returns them to choose from',
  body: z.object({
    state: z.uuid('Expected the state of a connection.'),
    /** Who has issued the code, where the network says so. */
    iss: z.string().max(2000).optional(),
    code: z.string('Expected a code.').min(1, 'Expected a code.').max(2000, 'Expected a code.'),
  }),
  response: CompletedConnection,
});

export const chooseAccounts = endpoint({
  method: 'POST',
  path: '/api/channels/choose/',
  access: 'manage',
  summary: 'Connect the accounts that were chosen from several',
  body: z.object({
    state: z.uuid('Expected the state of a connection.'),
    accounts: z
      .array(z.string().max(200), 'Expected the ids of accounts.')
      .min(1, 'Choose an account')
      .max(MAX_ACCOUNTS, `Expected at most ${MAX_ACCOUNTS} accounts.`),
  }),
  response: z.array(Channel),
});

/** Choices of some networks depend on the account, and change there. */
export const refreshChannel = endpoint({
  method: 'POST',
  path: '/api/channels/:id/refresh/',
  access: 'write',
  summary: 'Refresh the name, limits and choices of an account from its network',
  params: IdParams,
  response: Channel,
});

/** What is behind the address of a server, before a person logs in there. */
export const lookUpServer = endpoint({
  method: 'POST',
  path: '/api/channels/look-up/',
  reads: true,
  access: 'manage',
  summary: 'Check whether accounts of this network can be connected on a server',
  body: z.object({ network: NetworkField, fields: Fields }),
  response: z.object({ server: z.string(), name: z.string(), limits: Limits }),
});

/** An account other than the former one is refused: it can be connected as a new channel. */
export const reconnectChannel = endpoint({
  method: 'POST',
  path: '/api/channels/:id/reconnect/',
  access: 'manage',
  summary: 'Reconnect the account of a channel; publications that stopped because of it resume',
  params: IdParams,
  body: z.object({ fields: Fields.optional(), way: WayField }),
  response: Channel,
});

export const updateChannel = endpoint({
  method: 'PUT',
  path: '/api/channels/:id/',
  access: 'manage',
  summary: 'Change the settings of a channel',
  params: IdParams,
  body: z.object({ settings: Choices }),
  response: Channel,
});

export const disconnectChannel = endpoint({
  method: 'DELETE',
  path: '/api/channels/:id/',
  access: 'manage',
  summary: 'Erase the credentials of a channel; its history is kept',
  params: IdParams,
});

const ConnectFields = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    help: z.string(),
    secret: z.boolean().optional(),
    /** Folded: few people need it. */
    rare: z.boolean().optional(),
  }),
);

/** A way to connect an account. */
const Way = z.object({
  way: z.string(),
  /** What a person does, as a button says it. */
  label: z.string(),
  /** Whether the form has the credentials, or people continue at the network. */
  by: z.enum(['fields', 'redirect']),
  fields: ConnectFields,
  /** What this installation lacks for it, in sentences; it cannot be used then. */
  missing: z.array(z.string()),
});
export type Way = z.output<typeof Way>;

/** A network, and how its accounts are connected. */
export const NetworkInfo = z.object({
  network: z.enum(ALL_NETWORKS),
  name: z.string(),
  ways: z.array(Way),
  /** What works only in part on this installation, or soon not any more, in sentences. */
  notices: z.array(z.string()),
  /** Where this installation is registered with it, and where to read how; null where it need not be. */
  setup: z.object({ redirect_uri: z.string(), guide: z.string() }).nullable(),
});
export type NetworkInfo = z.output<typeof NetworkInfo>;

/** Servers of some networks ask an installation who it is, before people log in (OAuth). */
export const getNetworkClient = endpoint({
  method: 'GET',
  path: '/api/networks/:network/client.json',
  access: 'public',
  summary: 'The client metadata of this installation, for servers of a network',
  params: z.object({ network: z.string().max(20, 'Expected a network.') }),
  response: z.record(z.string(), z.unknown()),
});

export const listNetworks = endpoint({
  method: 'GET',
  path: '/api/networks/',
  access: 'read',
  summary: 'The networks that this server can publish to',
  response: z.array(NetworkInfo),
});
