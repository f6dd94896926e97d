import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { paths } from '#contract/paths.ts';
import { AUDIENCES, type Audience, SCOPES } from '#contract/scopes.ts';
import type { AppContext } from '../../../context.ts';
import { clientIp } from '../../../http/client-ip.ts';
import { FIRST_SCOPES, metadataPath } from '../../../http/keys/challenge.ts';
import { register } from './clients.ts';
import { pollDevice, startDevice } from './devices.ts';
import { described, OAuthError } from './failures.ts';
import { type Parameters, readParameters, resourceOf } from './parameters.ts';
import { exchangeCode, refresh, revoke } from './tokens.ts';

/** What apps call themselves, in the forms of OAuth (docs/domain/people.md, 'Apps'). */

type Context = AppContext;

const BODY_LIMIT = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Apps that run in a browser may call: nothing here is told to whoever has no token or code. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const REQUESTS = { attempts: 300, seconds: 60 };

const PATHS = {
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  device: '/oauth/device',
};

export function serveOAuth(app: FastifyInstance, context: Context) {
  serveMetadata(app, context);
  app.register(async (scope) => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, text, done) => done(null, text),
    );
    // Also for what is refused before a handler runs, such as a body that cannot be parsed.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...ANY_ORIGIN, 'cache-control': 'no-store', pragma: 'no-cache' });
    });
    const answer = (
      path: string,
      work: (request: FastifyRequest, ip: string) => Promise<unknown>,
      { status, takes }: { status: number; takes: string } = { status: 200, takes: FORM },
    ) => {
      const options = { bodyLimit: BODY_LIMIT, config: { failure: failureOf(takes) } };
      scope.options(path, (_request, reply) => allowAnyOrigin(reply).code(204).send());
      scope.post(path, options, async (request, reply) => {
        reply.type('application/json; charset=utf-8');
        try {
          if (request.headers.authorization !== undefined) {
            reply.header('www-authenticate', 'Basic realm="Postfolio"');
            throw new OAuthError(
              'invalid_client',
              'No client has a secret here: send client_id in the body, and no Authorization.',
              { status: 401 },
            );
          }
          const ip = clientIp(request);
          await context.limits.countFrom('oauth', ip, REQUESTS);
          const result = await work(request, ip);
          return reply.code(status).send(result === undefined ? undefined : JSON.stringify(result));
        } catch (error) {
          if (!(error instanceof OAuthError)) throw error;
          return reply
            .code(error.status)
            .send(JSON.stringify({ error: error.error, error_description: error.message }));
        }
      });
    };
    answer(PATHS.token, (request) => exchange(context, formOf(request)));
    answer(PATHS.revoke, (request, ip) => revoke(context, formOf(request), ip));
    answer(PATHS.device, (request, ip) => startDevice(context, ip, formOf(request)));
    answer(PATHS.register, (request, ip) => register(context, ip, request.body), {
      status: 201,
      takes: 'application/json',
    });
  });
}

function exchange(context: Context, given: Parameters) {
  if (!given.client_id) throw new OAuthError('invalid_client', 'Expected a client_id.');
  if (!given.grant_type) throw new OAuthError('invalid_request', 'Expected a grant_type.');
  switch (given.grant_type) {
    case 'authorization_code':
      return exchangeCode(context, given);
    case 'refresh_token':
      return refresh(context, given);
    case DEVICE_GRANT:
      return pollDevice(context, given);
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        `Expected authorization_code, refresh_token or ${DEVICE_GRANT} as grant_type.`,
      );
  }
}

/** @throws OAuthError where it is no form */
function formOf({ body }: FastifyRequest): Parameters {
  if (typeof body === 'string') return readParameters(body);
  throw new OAuthError('invalid_request', `Expected ${FORM}.`);
}

/** What is thrown elsewhere, as when there are too many requests, in the form of OAuth. */
const failureOf =
  (takes: string): NonNullable<Endpoint['failure']> =>
  ({ detail, code }) => ({
    error: ERRORS[code] ?? 'invalid_request',
    error_description: described(code === 'unsupported_media_type' ? `Expected ${takes}.` : detail),
  });

const ERRORS: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'slow_down',
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
};

const allowAnyOrigin = (reply: FastifyReply) =>
  reply.headers({
    ...ANY_ORIGIN,
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'content-type, authorization, mcp-protocol-version',
    'access-control-max-age': '86400',
  });

/** What describes this server (RFC 8414), and the addresses that take its tokens (RFC 9728). */
function serveMetadata(
  app: FastifyInstance,
  { config: { origin, basePath } }: Pick<Context, 'config'>,
) {
  const server = {
    issuer: origin,
    authorization_endpoint: origin + paths.authorize,
    token_endpoint: origin + PATHS.token,
    revocation_endpoint: origin + PATHS.revoke,
    registration_endpoint: origin + PATHS.register,
    device_authorization_endpoint: origin + PATHS.device,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: AUDIENCES.map((audience) => resourceOf(origin, audience)),
  };
  const resource = (audience: Audience) => ({
    resource: resourceOf(origin, audience),
    authorization_servers: [origin],
    scopes_supported: FIRST_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Postfolio',
    resource_documentation: `${origin}/api/docs`,
  });
  const documents = new Map<string, object>([
    [SERVER_METADATA, server],
    // Where only one is looked for, it is that of agents.
    [RESOURCE_METADATA, resource('mcp')],
    ...AUDIENCES.map((audience) => [metadataPath(audience), resource(audience)] as const),
  ]);
  // Below a path, standards put the name of a document before it, at the root of the host.
  if (basePath) {
    documents.set(SERVER_METADATA + basePath, server);
    for (const audience of AUDIENCES)
      documents.set(`${RESOURCE_METADATA}${basePath}/${audience}`, resource(audience));
  }
  for (const [path, document] of documents) {
    const text = JSON.stringify(document);
    app.options(path, (_request, reply) => allowAnyOrigin(reply).code(204).send());
    app.get(path, (_request, reply) =>
      reply
        .headers({ ...ANY_ORIGIN, 'cache-control': 'public, max-age=300' })
        .type('application/json; charset=utf-8')
        .send(text),
    );
  }
}
