import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Options = {
  /** How long access tokens are valid. */
  seconds?: number;
  /** How many polls are told to come more slowly. */
  slowDowns?: number;
  tokenEndpoint?: string;
};

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * An authorization server for programs in a terminal. A refresh token counts once: used again it ends
 * the sign-in, unless its answer was lost just before.
 */
export async function startAuthorization({
  seconds = 3600,
  slowDowns = 0,
  tokenEndpoint,
}: Options = {}) {
  let decision: 'waiting' | 'allowed' | 'denied' = 'waiting';
  let interval = 1;
  let polledAt: number | undefined;
  let isLossy = false;
  let revokes = true;
  let held: Promise<void> | undefined;
  let now = { access: '', refresh: '' };
  let lost: { refresh: string; answer: object } | undefined;
  let asked: Record<string, string> = {};
  const counts = { polls: 0, early: 0, renewals: 0, reuses: 0, refusals: 0 };
  const used = new Set<string>();
  const revoked: string[] = [];
  let base = '';

  const issue = () => {
    now = { access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` };
    return {
      ...{ access_token: now.access, refresh_token: now.refresh },
      ...{ token_type: 'Bearer', expires_in: seconds },
    };
  };

  function poll(): [number, object] {
    counts.polls++;
    const waited = polledAt === undefined ? interval * 1000 : Date.now() - polledAt;
    if (waited < interval * 1000 - 50) counts.early++;
    polledAt = Date.now();
    if (decision === 'denied') return [400, { error: 'access_denied' }];
    if (counts.polls <= slowDowns) {
      interval += 5;
      return [400, { error: 'slow_down' }];
    }
    if (decision === 'allowed') return [200, issue()];
    return [400, { error: 'authorization_pending' }];
  }

  function refresh(token: string): [number, object] {
    if (lost?.refresh === token) return [200, lost.answer];
    if (token !== now.refresh) {
      if (used.has(token)) counts.reuses++;
      return [400, { error: 'invalid_grant' }];
    }
    used.add(token);
    counts.renewals++;
    const answer = issue();
    if (isLossy) lost = { refresh: token, answer };
    return [200, answer];
  }

  function answer(
    path: string,
    form: Record<string, string>,
    bearer: string | undefined,
  ): [number, object?] {
    switch (path) {
      case '/.well-known/oauth-authorization-server':
        return [
          200,
          {
            issuer: base,
            device_authorization_endpoint: `${base}/oauth/device`,
            token_endpoint: tokenEndpoint ?? `${base}/oauth/token`,
            revocation_endpoint: `${base}/oauth/revoke`,
          },
        ];
      case '/oauth/device':
        asked = form;
        return [
          200,
          {
            ...{ device_code: 'device', user_code: 'WDJB-MJHT', expires_in: 600, interval },
            verification_uri: `${base}/device`,
          },
        ];
      case '/oauth/token':
        if (form.client_id !== 'postfolio-cli') return [400, { error: 'invalid_client' }];
        return form.grant_type === DEVICE_GRANT ? poll() : refresh(form.refresh_token ?? '');
      case '/oauth/revoke':
        if (!revokes) return [503, { error: 'temporarily_unavailable' }];
        revoked.push(form.token ?? '');
        return [200];
      case '/healthz':
        return [200, { status: 'ok' }];
      default:
        if (bearer !== now.access) {
          counts.refusals++;
          return [401, { code: 'not_authenticated', detail: 'This token has expired.' }];
        }
        return [
          200,
          {
            ...{ user: { name: 'Ada', role: 'owner' }, workspace: { name: 'W' }, key: null },
            ...{ scopes: ['read', 'write'], limits: [] },
          },
        ];
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    let text = '';
    for await (const chunk of request) text += chunk;
    const [path = ''] = (request.url ?? '').split('?');
    const bearer = request.headers.authorization?.replace('Bearer ', '');
    const [status, body] = answer(path, Object.fromEntries(new URLSearchParams(text)), bearer);
    if (path === '/oauth/token') await held;
    if (isLossy && path === '/oauth/token') {
      isLossy = false;
      response.destroy();
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body && JSON.stringify(body));
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    allow: () => {
      decision = 'allowed';
    },
    deny: () => {
      decision = 'denied';
    },
    /** The access token is valid no more; the refresh token is. */
    endAccess: () => {
      now = { ...now, access: randomUUID() };
    },
    revokeAll: () => {
      now = { access: randomUUID(), refresh: randomUUID() };
    },
    /** Loses the next answer of the token endpoint. */
    loseAnswer: () => {
      isLossy = true;
    },
    /** Nothing is revoked any more. */
    refuseRevocation: () => {
      revokes = false;
    },
    /** Answers of the token endpoint wait until the returned function is called. */
    holdTokens: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    tokens: () => now,
    asked: () => asked,
    revoked: () => revoked,
    polls: () => counts.polls,
    early: () => counts.early,
    renewals: () => counts.renewals,
    reuses: () => counts.reuses,
    refusals: () => counts.refusals,
  };
}
