import { type Endpoint, kindOf } from '#contract/http/endpoint.ts';
import { ErrorResponse } from '#contract/http/errors.ts';
import { keyRuleOf } from '#contract/keys/rules.ts';
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
      description: 'Every endpoint. The trailing slash of a path is optional.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A person' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'pf_…', description: 'A key' },
      },
      schemas: { Error: jsonSchemaOf(ErrorResponse, 'output') },
    },
  };
}

const DESCRIPTIONS = {
  json: 'The response',
  file: 'The file',
  events: 'The events',
  nothing: 'Done',
};

function operation(feature: string, endpoint: Endpoint) {
  const {
    summary,
    params,
    query,
    body,
    takes,
    response,
    access,
    status = response ? 200 : 204,
  } = endpoint;
  const text = (types: readonly string[]) => ({
    content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
  });
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  return {
    tags: [feature],
    summary,
    ...(access !== 'public' && securityOf(endpoint)),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && { requestBody: { required: true, ...json(jsonSchemaOf(body, 'input')) } }),
    ...(takes && { requestBody: { required: true, ...text(['application/octet-stream']) } }),
    responses: {
      [status]: {
        description: DESCRIPTIONS[kindOf(response)],
        ...(response &&
          ('kind' in response
            ? text(response.kind === 'file' ? response.types : ['text/event-stream'])
            : json(jsonSchemaOf(response, 'output')))),
      },
      default: { description: 'What went wrong', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

/** Who may call, and the scope that it takes of a key. */
function securityOf(endpoint: Endpoint) {
  const rule = keyRuleOf(endpoint);
  if ('never' in rule) return { security: [{ bearer: [] }], description: rule.never };
  const { scope } = rule;
  return {
    security: [{ bearer: [] }, { key: [scope] }],
    description: `With a key: the scope \`${scope}\`.`,
    'x-scope': scope,
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
