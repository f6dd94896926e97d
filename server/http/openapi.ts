import { type Endpoint, kindOf } from '#contract/endpoint.ts';
import { ErrorAnswer } from '#contract/errors.ts';
import { jsonSchemaOf } from './schema.ts';

type Properties = { properties?: Record<string, unknown>; required?: string[] };

/** The OpenAPI 3.1 document of these endpoints, by feature. */
export function openApi(features: Record<string, Endpoint[]>, serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [feature, endpoints] of Object.entries(features)) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(feature, endpoint),
      };
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

const DESCRIPTIONS = {
  json: 'The answer',
  file: 'The file',
  events: 'The events',
  nothing: 'Done',
};

function operation(feature: string, endpoint: Endpoint) {
  const { summary, params, query, body, answer, access, status = answer ? 200 : 204 } = endpoint;
  const text = (types: readonly string[]) => ({
    content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
  });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  return {
    tags: [feature],
    summary,
    ...(access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && { requestBody: { required: true, ...json(jsonSchemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: DESCRIPTIONS[kindOf(answer)],
        ...(answer &&
          ('kind' in answer
            ? text(answer.kind === 'file' ? answer.types : ['text/event-stream'])
            : json(jsonSchemaOf(answer, 'output')))),
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
