import { features as allFeatures, type FeatureName } from '#contract/endpoints.ts';
import { FEATURE_DESCRIPTIONS } from '#contract/feature-descriptions.ts';
import { type Endpoint, isRepeatable, kindOf } from '#contract/http/endpoint.ts';
import { ErrorResponse } from '#contract/http/errors.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import { isCapability } from '#contract/roles.ts';
import { slices } from '../../lib/time-slices.ts';
import { jsonSchemaOf } from '../schema.ts';
import { FAILURES, failuresOf } from './errors.ts';
import type { Schema } from './example.ts';
import { parameterExamples, requestExample, responseExample } from './examples.ts';

/** The OpenAPI 3.1 document of these endpoints, by feature. Others have their turn while it is written. */
export async function openApi(
  serverUrl: string,
  features: Partial<Record<string, Endpoint[]>> = allFeatures,
) {
  const breathe = slices();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [feature, endpoints = []] of Object.entries(features)) {
    for (const endpoint of endpoints) {
      await breathe();
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
      title: 'Postfolio',
      version: '1',
      summary: 'Everything that the pages do.',
      description:
        'What all endpoints share is in docs/api.md: keys, lists, errors, limits, and what is promised. The trailing slash of a path is optional.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: serverUrl, description: 'This installation' }],
    tags: Object.keys(features).map((name) => ({
      name,
      description: FEATURE_DESCRIPTIONS[name as FeatureName],
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A person' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'pf_…', description: 'A key' },
      },
      parameters: PARAMETERS,
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([name, failure]) => [name, failureResponse(failure)]),
      ),
      schemas: { Error: jsonSchemaOf(ErrorResponse, 'output') },
    },
  };
}

const ERROR = { $ref: '#/components/schemas/Error' };

const failureResponse = ({
  description,
  example,
  ...rest
}: (typeof FAILURES)[keyof typeof FAILURES]) => ({
  description,
  ...('retries' in rest && {
    headers: {
      'Retry-After': { description: 'In seconds', schema: { type: 'integer' }, example: 30 },
    },
  }),
  content: { 'application/json': { schema: ERROR, example } },
});

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your choice. The same request with the same key gets the first answer again, for 24 hours, and makes nothing twice.',
    schema: { type: 'string', maxLength: 200 },
    example: 'release-7',
  },
  Workspace: {
    name: 'X-Workspace',
    in: 'header',
    description:
      'The workspace that is meant, by its id. A key belongs to one, and needs not name it.',
    schema: { type: 'string' },
    example: '1',
  },
};
const parameterRef = (name: keyof typeof PARAMETERS) => ({
  $ref: `#/components/parameters/${name}`,
});

const DESCRIPTIONS = {
  json: 'The response',
  file: 'The file',
  events: 'The events',
  nothing: 'Done',
};

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** It stays as it is as long as the path does: `PUT /api/posts/:id/` is `putPostsById`. */
export const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api\//, '')
    .split(/[^a-zA-Z0-9:]+/)
    .filter(Boolean)
    .map((word) => (word.startsWith(':') ? `By${capitalised(word.slice(1))}` : capitalised(word)))
    .join('');

function operation(feature: string, endpoint: Endpoint) {
  const { summary, params, query, body, takes, response, access } = endpoint;
  const { status = response ? 200 : 204 } = endpoint;
  const text = (types: readonly string[]) => ({
    content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])),
  });
  const json = (schema: object, example: unknown) => ({
    content: { 'application/json': { schema, example } },
  });
  const given = body && (jsonSchemaOf(body, 'input') as Schema);
  const answered =
    response && !('kind' in response) ? (jsonSchemaOf(response, 'output') as Schema) : undefined;
  const bodyOf = (schema: object, example: unknown) => ({
    requestBody: { required: true, ...json(schema, example) },
  });
  return {
    operationId: operationIdOf(endpoint),
    tags: [feature],
    summary,
    ...securityOf(endpoint),
    parameters: [
      ...parameters('path', params),
      ...parameters('query', query),
      ...(isCapability(access) ? [parameterRef('Workspace')] : []),
      ...(isRepeatable(endpoint) ? [parameterRef('IdempotencyKey')] : []),
    ],
    ...(given && bodyOf(given, requestExample(endpoint, given))),
    ...(takes && { requestBody: { required: true, ...text(['application/octet-stream']) } }),
    responses: {
      [status]: {
        description: DESCRIPTIONS[kindOf(response)],
        ...(response &&
          ('kind' in response
            ? text(response.kind === 'file' ? response.types : ['text/event-stream'])
            : json(answered as Schema, responseExample(endpoint, answered)))),
      },
      ...Object.fromEntries(
        failuresOf(endpoint).map((name) => [
          FAILURES[name].status,
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
      default: {
        description: 'Any other failure',
        content: {
          'application/json': {
            schema: ERROR,
            example: { detail: 'The server failed. It is in its log.', code: 'internal' },
          },
        },
      },
    },
  };
}

/** Who may call, and the scope that it takes of a key. */
function securityOf(endpoint: Endpoint) {
  const { access } = endpoint;
  if (access === 'public') return { security: [], description: 'For everybody.' };
  const needs = isCapability(access) ? ` The role needs the capability \`${access}\`.` : '';
  const rule = keyRuleOf(endpoint);
  if ('never' in rule) return { security: [{ bearer: [] }], description: `${rule.never}${needs}` };
  const { scope } = rule;
  return {
    security: [{ bearer: [] }, { key: [scope] }],
    description: `With a key: the scope \`${scope}\`.${needs}`,
    'x-scope': scope,
  };
}

function parameters(place: 'path' | 'query', schema: Endpoint['params']) {
  if (!schema) return [];
  const described = jsonSchemaOf(schema, 'input') as Schema;
  const { properties = {}, required = [] } = described;
  const examples = parameterExamples(schema, described);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    example: examples[name],
  }));
}
