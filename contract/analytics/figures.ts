import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdParams, Instant } from '../http/fields.ts';
import { METRICS } from '../networks/metrics.ts';
import { ALL_NETWORKS } from '../networks/names.ts';

/**
 * Whether there are figures of a publication: they were read; they will be; the network has deleted
 * it; it can only be read once the account is connected again; its network has none, or they are not
 * read from it.
 */
const FIGURE_STATES = ['read', 'waiting', 'gone', 'permission', 'not_offered'] as const;
export type FigureState = (typeof FIGURE_STATES)[number];

/** Absent metrics were not in what the network said. */
const MetricsField = z.partialRecord(z.enum(METRICS), z.int());

/** The channel that figures are of. */
export const ChannelRef = z.object({
  id: z.int(),
  network: z.enum(ALL_NETWORKS),
  handle: z.string(),
  name: z.string(),
});

export const Figures = z.object({
  publication: z.int(),
  channel: ChannelRef,
  published_at: Instant,
  state: z.enum(FIGURE_STATES),
  /** When its network was asked last, and will be next. */
  read_at: Instant.nullable(),
  next_at: Instant.nullable(),
  /** Of all parts: views are those of the first, replies of the thread to itself do not count. */
  metrics: MetricsField,
  /** The same at each reading, the oldest first; 200 at most. */
  readings: z.array(z.object({ at: Instant, metrics: MetricsField })),
});
export type Figures = z.output<typeof Figures>;

/** What was read last of a part of a thread. */
export const PartFigures = z.object({
  position: z.int(),
  excerpt: z.string(),
  url: z.string().nullable(),
  read_at: Instant.nullable(),
  is_gone: z.boolean(),
  /** Without the reply of the thread to it. */
  metrics: MetricsField,
  engagements: z.int().nullable(),
});
export type PartFigures = z.output<typeof PartFigures>;

const PostFigures = z.object({
  /** Of each publication of the post that is published, the oldest first; 50 at most. */
  publications: z.array(Figures),
  /** When they can be read again by `refreshFigures`; null where they can be now, or never. */
  refreshable_at: Instant.nullable(),
});

export const getFigures = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/figures/',
  access: 'read',
  summary: 'What networks have counted of the post of an item, by publication, with all readings',
  params: IdParams,
  response: PostFigures,
});

/** Once in ten minutes. What could not be read is as it was. */
export const refreshFigures = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/figures/refresh/',
  access: 'write',
  summary: 'Read the figures of the post of an item from its networks now',
  params: IdParams,
  response: PostFigures.extend({ failed: z.array(z.int()) }),
});

/** Publishing to these is not affected. */
export const listPermissions = endpoint({
  method: 'GET',
  path: '/api/analytics/permissions/',
  access: 'read',
  summary: 'The channels whose figures are read once they are connected again with the permission',
  response: z.object({ channels: z.array(z.int()) }),
});
