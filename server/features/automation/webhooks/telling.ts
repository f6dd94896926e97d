import type { Transactional } from '../../../database/transaction.ts';
import { readNew } from '../events/events.service.ts';
import { tellEvents } from './tell.sql.ts';

/** Webhooks are a reader of what happens. */

/** Of events; a person waits. */
const ROUNDS = 20;

/** Writes down what has happened since for the endpoints that want to know. */
export const readForWebhooks = (
  context: Transactional,
  limits: Parameters<typeof readNew>[3] = { rounds: ROUNDS },
) => readNew(context, 'webhooks', async (tx, range) => void (await tellEvents(tx, range)), limits);
