import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Credential, changeCredentials, type Tokens, without } from './credentials.ts';
import { Failure } from './failure.ts';
import { onOneLine, say } from './output.ts';
import { NoAnswer, send, sendAgain } from './send.ts';

/** Sign-in without a browser on this machine (RFC 8628), renewed and ended by its tokens. */

const CLIENT = 'postfolio-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Renewed so long before the end, which the clock of this machine may be ahead of. */
const AHEAD_MS = 60_000;
const SLOWER_S = 5;
const MAX_INTERVAL_S = 60;
const MAX_WAIT_S = 30 * 60;

type Metadata = { token: string; device: string; revocation: string | null; api: string };

/**
 * What the server says of its sign-in (RFC 8414). Tokens go nowhere but to the server that was named.
 * @throws Failure
 */
async function discover(server: string): Promise<Metadata> {
  const { origin, pathname } = new URL(server);
  const below = pathname.replace(/\/+$/, '');
  const name = '/.well-known/oauth-authorization-server';
  for (const url of new Set([origin + name + below, origin + below + name])) {
    const { status, body } = await sendAgain(() => send(url, { method: 'GET' }));
    if (status >= 500) throw new Failure(`The sign-in cannot begin: ${whyOf(undefined, status)}.`);
    if (status !== 200 || typeof body !== 'object' || body === null) continue;
    const said = body as Record<string, unknown>;
    const issuer = typeof said.issuer === 'string' ? said.issuer.replace(/\/+$/, '') : undefined;
    if (issuer !== server)
      throw new Failure(
        `This server says that its address is ${onOneLine(String(issuer))}: use that one. It is PUBLIC_URL of the server.`,
      );
    const endpoint = (field: string) => {
      const text = said[field];
      if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
      return new URL(text).origin === origin ? text : undefined;
    };
    const [device, token] = [endpoint('device_authorization_endpoint'), endpoint('token_endpoint')];
    if (!device || !token) break;
    return {
      device,
      token,
      revocation: endpoint('revocation_endpoint') ?? null,
      api: `${server}/api`,
    };
  }
  throw new Failure(
    `${server} offers no sign-in for commands. Make a key at Settings › API keys, and give it to 'postfolio login --with-key'.`,
  );
}

const post = (url: string, fields: Record<string, string>) =>
  send(url, { method: 'POST', body: new URLSearchParams({ client_id: CLIENT, ...fields }) });

type Said = Record<string, unknown> & { error?: string; error_description?: string };

const whyOf = (said: Said | undefined, status: number) =>
  onOneLine(
    String(said?.error_description ?? said?.error ?? `the server answered ${status}`),
  ).replace(/\.$/, '');

function tokensOf(
  said: Said,
  { token, revocation }: Pick<Metadata, 'token' | 'revocation'>,
): Tokens {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = said;
  if (typeof access !== 'string' || typeof refresh !== 'string' || typeof seconds !== 'number')
    throw new Failure('The server signed this command in without tokens that can be renewed.');
  return {
    ...{ access, refresh, until: Date.now() + seconds * 1000 },
    ...{ token_endpoint: token, revocation_endpoint: revocation },
  };
}

/** Lets a person allow this command in a browser, on this machine or another one. @throws Failure */
export async function signInByDevice(server: string, scope: string): Promise<Tokens> {
  const metadata = await discover(server);
  const { status, body } = await post(metadata.device, {
    ...{ scope, resource: metadata.api, device_name: hostname() },
  });
  const said = body as Said | undefined;
  const { device_code: device, user_code: code, verification_uri: page } = said ?? {};
  if (status !== 200 || typeof device !== 'string' || typeof page !== 'string')
    throw new Failure(`The sign-in cannot begin: ${whyOf(said, status)}.`);
  say(`Open ${onOneLine(page)} in a browser, and enter the code ${onOneLine(String(code))}`);
  const direct = said?.verification_uri_complete;
  if (typeof direct === 'string') say(`or open ${onOneLine(direct)}`);
  const seconds = Math.min(Number(said?.expires_in) || MAX_WAIT_S, MAX_WAIT_S);
  const until = Date.now() + seconds * 1000;
  let interval = Math.min(Math.max(Number(said?.interval ?? SLOWER_S) || 0, 1), MAX_INTERVAL_S);
  while (Date.now() < until) {
    await delay(interval * 1000);
    const answer = await post(metadata.token, {
      grant_type: DEVICE_GRANT,
      device_code: device,
    }).catch((error: unknown) => {
      // Whether the server can be reached again is seen at the next time.
      if (!(error instanceof NoAnswer)) throw error;
      interval = Math.min(interval * 2, MAX_INTERVAL_S);
    });
    if (!answer) continue;
    const result = answer.body as Said | undefined;
    if (answer.status === 200 && result) return tokensOf(result, metadata);
    if (result?.error === 'authorization_pending') continue;
    if (result?.error === 'slow_down' || answer.status === 429)
      interval = Math.min(interval + SLOWER_S, MAX_INTERVAL_S);
    else if (result?.error === 'access_denied')
      throw new Failure('Somebody said no.', 'notSignedIn');
    else if (result?.error === 'expired_token') break;
    else if (answer.status < 500)
      throw new Failure(`The sign-in failed: ${whyOf(result, answer.status)}.`, 'notSignedIn');
  }
  throw new Failure('Nobody entered the code in time. Begin again: postfolio login', 'notSignedIn');
}

/** What a server says of a sign-in that has ended, and of a command that it does not know any more. */
const ENDED = new Set<unknown>(['invalid_grant', 'invalid_client', 'unauthorized_client']);

export const isDue = ({ until }: Tokens) => Date.now() > until - AHEAD_MS;

/**
 * Renews the tokens of a server, unless another command did so meanwhile. A refresh token counts
 * once: it is exchanged and replaced while this command alone has the file.
 * @param refused the access token that does not do any more
 * @throws Failure (notSignedIn)
 */
export async function renew(server: string, refused: string): Promise<string> {
  let renewed: string | undefined;
  await changeCredentials(async (stored) => {
    const now: Credential | undefined = stored.servers[server];
    if (!now || 'key' in now) return undefined;
    if (now.access !== refused) {
      renewed = now.access;
      return undefined;
    }
    const fields = { grant_type: 'refresh_token', refresh_token: now.refresh };
    // Where the answer was lost, the server gives it again for a short time.
    const { status, body } = await sendAgain(() => post(now.token_endpoint, fields));
    const said = body as Said | undefined;
    // Others, such as that of a proxy, say nothing of the sign-in.
    if (status >= 400 && ENDED.has(said?.error)) return without(stored, server);
    if (status !== 200 || !said)
      throw new Failure(`The sign-in cannot be renewed: ${whyOf(said, status)}.`);
    const tokens = tokensOf(said, {
      token: now.token_endpoint,
      revocation: now.revocation_endpoint,
    });
    renewed = tokens.access;
    return { ...stored, servers: { ...stored.servers, [server]: tokens } };
  });
  if (renewed !== undefined) return renewed;
  throw new Failure('This sign-in has ended. Sign in again: postfolio login', 'notSignedIn');
}

/** Ends tokens at their server (RFC 7009). @returns why it could not be done */
export async function revoke({
  refresh,
  revocation_endpoint: url,
}: Tokens): Promise<string | undefined> {
  if (!url) return 'the server does not offer it';
  try {
    const { status, body } = await post(url, { token: refresh, token_type_hint: 'refresh_token' });
    return status === 200 ? undefined : whyOf(body as Said | undefined, status);
  } catch (error) {
    return (error as Error).message;
  }
}
