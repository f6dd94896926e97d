import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { features } from '#contract/endpoints.ts';
import { kindOf } from '#contract/http/endpoint.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import { openApi, operationIdOf } from './document.ts';
import { parameterExamples, requestExample, responseExample } from './examples.ts';

const endpoints = Object.values(features).flat();
const named = endpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);

type Operation = {
  operationId: string;
  parameters: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }>; $ref?: string }>;
  'x-scope'?: string;
};
const document = await openApi('/');
const operationOf = ({ method, path }: (typeof endpoints)[number]) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;

/** What is wrong with an example, in words. */
function problemsOf(schema: z.ZodType, example: unknown): string[] {
  const { error, data } = schema.safeParse(example);
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return data === undefined && example !== undefined ? ['nothing is left of it'] : [];
}

describe.each(named)('%s', (_, endpoint) => {
  const operation = operationOf(endpoint);

  test('has examples that its schemas take, and the document has them', () => {
    const { body, params, query, response } = endpoint;
    for (const schema of [params, query])
      if (schema) expect(problemsOf(schema, parameterExamples(schema))).toEqual([]);
    for (const { name, example } of operation.parameters)
      if (name) expect([name, example]).toEqual([name, expect.anything()]);
    if (body) {
      const example = requestExample(endpoint);
      expect(problemsOf(body, example)).toEqual([]);
      expect(operation.requestBody?.content['application/json']?.example).toEqual(example);
    }
    if (response && 'safeParse' in response) {
      const example = responseExample(endpoint);
      expect(problemsOf(response, example)).toEqual([]);
      // Nothing in it is unknown to the schema.
      expect(response.parse(example)).toEqual(example);
      const status = String(endpoint.status ?? 200);
      expect(operation.responses[status]?.content?.['application/json']?.example).toEqual(example);
    } else expect(kindOf(response)).not.toBe('json');
  });

  test('says its errors, and the scope of keys', () => {
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['429', '503', 'default']));
    if (endpoint.access === 'public') return;
    expect(statuses).toContain('401');
    const rule = keyRuleOf(endpoint);
    expect(operation['x-scope']).toBe('never' in rule ? undefined : rule.scope);
  });
});

test('ids of operations are unique, and follow from the path', () => {
  const ids = endpoints.map(operationIdOf);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      'postPosts',
      'getPostsById',
      'putContentItemsById',
      'postContentItemsByIdAddToThread',
    ]),
  );
});

test('an example of a post names all that one can say', () => {
  const post = endpoints.find(({ path, method }) => path === '/api/posts/' && method === 'POST');
  expect(post && requestExample(post)).toMatchObject({
    text: expect.any(String),
    media: [12, { alt: expect.any(String) }],
    channels: [expect.any(Number)],
    at: { zone: 'Europe/Berlin' },
  });
});
