import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { jsonSchemaOf } from './schema.ts';

type Properties = { properties?: Record<string, unknown>; required?: string[] };

/** The OpenAPI 3.1 document of these endpoints, by feature. */
export function openApi(features: Record<string, Endpoint[]>, serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(feature, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'API',
      version: '1',
      description: 'Every endpoint. Paths answer the same without their trailing slash.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchemaOf(ErrorAnswer, 'output') },
    },
  };
}

function operation(feature: string, endpoint: Endpoint) {
  const { summary, params, query, body, answer, file, events, status = answer ? 200 : 204, access } = endpoint;
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  return {
    tags: [feature],
    summary,
    ...(access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && { requestBody: { required: true, ...json(jsonSchemaOf(body, 'input')) } }),
    responses: {
      [file || events ? 200 : status]: {
        description: answer ? 'The answer' : file ? 'The file' : events ? 'The events' : 'Done',
        ...(answer && json(jsonSchemaOf(answer, 'output'))),
        ...(events && { content: { 'text/event-stream': { schema: { type: 'string' } } } }),
        ...(file && { content: Object.fromEntries(file.map((type) => [type, { schema: { type: 'string' } }])) }),
      },
      default: { description: 'What went wrong', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function parameters(place: 'path' | 'query', schema: Endpoint['params']) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as Properties;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}
