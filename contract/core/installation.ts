import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../http/fields.ts';

/**
 * A restored backup is at rest until it takes over from its original (docs/domain/publishing.md,
 * 'Restored copies').
 */

const AtRest = z.object({
  restored_at: Instant,
  /** The time of the backup. */
  backup_at: Instant,
});

export const getInstallation = endpoint({
  method: 'GET',
  path: '/api/installation/',
  access: 'user',
  summary: 'Whether this is a restored copy at rest',
  response: z.object({ at_rest: AtRest.nullable() }),
});

export const takeOver = endpoint({
  method: 'POST',
  path: '/api/installation/take-over/',
  access: 'own',
  summary: 'Take over from the original of a restored copy, which must have been stopped',
  response: z.object({
    /** How many publications were due meanwhile and are stopped: they may have been published. */
    stopped: z.int(),
  }),
});
