import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, UserRef } from './fields.ts';
import { CHANNEL_NETWORKS } from './networks.ts';

/**
 * - `connected`: can be published to.
 * - `reconnect`: the network has revoked the access.
 * - `disconnected`: its credentials are erased, its history is kept.
 */
const CHANNEL_STATES = ['connected', 'reconnect', 'disconnected'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** An account at a network that a workspace is connected with. */
export const Channel = z.object({
  id: z.int(),
  network: z.enum(CHANNEL_NETWORKS),
  /** The server of the account, where a network has many; else empty. */
  server: z.string(),
  handle: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  state: z.enum(CHANNEL_STATES),
  connected_by: UserRef,
  created_at: Instant,
});
export type Channel = z.output<typeof Channel>;

/** The fields of the form that connects an account; their names depend on the network. */
const Fields = z.record(
  z.string().max(50, 'Expected a name of at most 50 characters.'),
  z.string('Expected a string.').max(1000, 'Expected at most 1000 characters.'),
);
const FieldsOfNetwork = Fields.refine(
  (fields) => Object.keys(fields).length <= 20,
  'Expected at most 20 fields.',
);

/** docs/domain.md, 'Channels'. */
export const listChannels = endpoint({
  method: 'GET',
  path: '/api/channels/',
  access: 'read',
  summary: 'The connected accounts of the workspace, and those with a history',
  response: z.array(Channel),
});

export const connectChannel = endpoint({
  method: 'POST',
  path: '/api/channels/',
  access: 'manage',
  summary: 'Connect an account of a network',
  body: z.object({
    network: z.enum(CHANNEL_NETWORKS, `Expected one of ${CHANNEL_NETWORKS.join(', ')}.`),
    fields: FieldsOfNetwork.optional(),
  }),
  response: Channel,
  status: 201,
});

/** An account other than the former one is refused: it can be connected as a new channel. */
export const reconnectChannel = endpoint({
  method: 'POST',
  path: '/api/channels/:id/reconnect/',
  access: 'manage',
  summary:
    'Renew the access to the account of a channel; publications that stopped for it continue',
  params: IdParams,
  body: z.object({ fields: FieldsOfNetwork.optional() }),
  response: Channel,
});

export const disconnectChannel = endpoint({
  method: 'DELETE',
  path: '/api/channels/:id/',
  access: 'manage',
  summary: 'Erase the credentials of a channel; its history is kept',
  params: IdParams,
});

/** A network, and the fields of the form that connects an account of it. */
export const listNetworks = endpoint({
  method: 'GET',
  path: '/api/networks/',
  access: 'read',
  summary: 'The networks that this server can publish to',
  response: z.array(
    z.object({
      network: z.enum(CHANNEL_NETWORKS),
      name: z.string(),
      fields: z.array(z.object({ name: z.string(), label: z.string(), help: z.string() })),
    }),
  ),
});
