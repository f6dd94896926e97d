import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { ALL_NETWORKS } from '../networks/names.ts';

/**
 * What figures cost where the network charges for reading (docs/domain/analytics.md, 'Figures'). In
 * dollars.
 */

/** No workspace pays more in a month. */
const MAX_LIMIT = 10_000;

const Budget = z.object({
  /** The network that charges. */
  network: z.enum(ALL_NETWORKS),
  /** Of a month (UTC); null: nothing is read. */
  limit: z.number().nullable(),
  /** In this month, with what is reserved for calls that are under way. */
  spent: z.number(),
  /** The day when reading begins again, where it has stopped; else null. */
  stopped_until: z.string().nullable(),
  /** What a month costs at the rate of the last 30 days. */
  estimate: z.object({
    /** Posts and parts of threads that were published. */
    parts: z.int(),
    /** On how many days (UTC) each is read: readings of one day are charged once. */
    days: z.number(),
    part_price: z.number(),
    parts_cost: z.number(),
    accounts: z.int(),
    account_price: z.number(),
    accounts_cost: z.number(),
    cost: z.number(),
  }),
});
export type Budget = z.output<typeof Budget>;

export const getBudget = endpoint({
  method: 'GET',
  path: '/api/analytics/budget/',
  access: 'read',
  summary: 'What reading figures costs in this month, its limit, and an estimate',
  response: Budget,
});

const EXPECTED = `Expected an amount of 0.01 to ${MAX_LIMIT.toLocaleString('en')} dollars, or null.`;

/** A reading that has stopped in this month goes on where the limit is higher than what was spent. */
export const setBudget = endpoint({
  method: 'PUT',
  path: '/api/analytics/budget/',
  access: 'own',
  summary: 'Set how much a month of reading figures may cost; null switches it off',
  body: z.object({
    limit: z
      .number(EXPECTED)
      .min(0.01, EXPECTED)
      .max(MAX_LIMIT, EXPECTED)
      .multipleOf(0.01, 'Expected an amount in cents.')
      .nullable(),
  }),
  response: Budget,
});
