import type { z } from 'zod';
import { type Endpoint, kindOf } from '#contract/http/endpoint.ts';
import { jsonSchemaOf } from '../schema.ts';
import { exampleOf, type Schema } from './example.ts';

/**
 * The examples of endpoints. Most follow from their schemas; here is where fields exclude each other,
 * or where a request says more than its fields. A test validates each of them (document.test.ts).
 */

/** Fields that an example leaves out: others say the same, or say it otherwise. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'POST /api/content/items/bulk_operations/': ['filter'],
  'POST /api/posts/': ['parts', 'channel_set', 'endings_off'],
  'PUT /api/posts/:id/': ['parts', 'endings_off'],
  'POST /api/content/items/:id/repeat/': ['until'],
  'POST /api/evergreen/copies/': ['folder'],
  'POST /api/analytics/reports/': ['from_day', 'to_day'],
};

/** Fields of requests that say what no other field of their name does. */
const SAID: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /api/posts/': {
    media: [12, { url: 'https://example.org/harbour.jpg', alt: 'The harbour at dawn' }],
    at: { local: '2026-12-01T09:00', zone: 'Europe/Berlin' },
  },
  'PUT /api/posts/:id/': { media: [12] },
  'POST /api/channels/:id/queue/order/': {
    order: [
      { publication: 91, due_at: '2026-12-02T08:00:00Z' },
      { publication: 90, due_at: '2026-12-01T08:00:00Z' },
    ],
  },
  'POST /api/incoming/': { mapping: { text: 'data.text', title: 'data.title' } },
  'PUT /api/incoming/:id/': { mapping: { text: 'data.text', title: 'data.title' } },
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => jsonSchemaOf(schema, io) as Schema;

/** What an endpoint may be sent. @param schema of its body, where it is known already */
export function requestExample(
  { method, path, body }: Endpoint,
  schema: Schema | undefined = body && schemaOf(body, 'input'),
): unknown {
  if (!schema) return undefined;
  const key = `${method} ${path}`;
  const example = exampleOf(schema, 'body', WITHOUT[key]);
  return SAID[key] ? { ...(example as object), ...SAID[key] } : example;
}

/** What it answers, where that is JSON. */
export const responseExample = (
  { response }: Endpoint,
  schema: Schema | undefined = kindOf(response) === 'json'
    ? schemaOf(response as z.ZodType, 'output')
    : undefined,
): unknown => schema && exampleOf(schema, 'response');

/** The parameters of a path or a query, by their names. */
export const parameterExamples = (
  parameters: z.ZodType,
  schema: Schema = schemaOf(parameters, 'input'),
): Record<string, unknown> => exampleOf(schema, 'parameters') as Record<string, unknown>;
