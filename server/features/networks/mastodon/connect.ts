import { z } from 'zod';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, type ByRedirect, type Connector, WebAddress } from '../adapter.ts';
import type { RegisteredApps } from '../adapter-context.ts';
import { NetworkError } from '../failures.ts';
import { loginUrl, pkce } from '../oauth.ts';
import { hostOf, serverOrigin } from '../server-url.ts';
import { type MastodonClient, storedOf, VERIFY } from './client.ts';
import { askServer, readInstance } from './server.ts';

/** Logging in at a server of Mastodon, at which this installation registers itself. */

const CLIENT_NAME = 'Postfolio';
const SCOPES = 'read:accounts read:statuses write:statuses write:media';
/** What a server says to an application that it does not know: any other error is of the code. */
const FORGOTTEN = /^invalid_client\b/;

const Client = z.object({ client_id: z.string(), client_secret: z.string() });
type Client = z.output<typeof Client>;
const Attempt = Client.extend({ origin: z.string(), verifier: z.string() });
const Token = z.object({ access_token: z.string().min(1) });
const Profile = z.object({
  id: z.string(),
  username: z.string(),
  display_name: z.string().catch(''),
  url: WebAddress,
  /** The first picture of an animated one. */
  avatar_static: WebAddress,
});

export type Settings = {
  apps: RegisteredApps;
  /** The address of this installation. */
  website: string;
  allowHttp: boolean;
};

export function createMastodonConnector(mastodon: MastodonClient, settings: Settings): Connector {
  const { allowHttp } = settings;
  return {
    methods: [
      {
        name: 'login',
        label: 'Log in on your server',
        by: 'redirect',
        fields: [
          {
            name: 'server',
            label: 'Server',
            help: 'The part after the second @ of your handle. A full address works as well.',
          },
        ],
        begin: begin(mastodon, settings),
        complete: complete(mastodon, settings),
      },
    ],

    lookUp: async ({ server = '' }, signal) => {
      const origin = serverOrigin(server, 'server', allowHttp);
      const found = await askServer(origin, () => readInstance(mastodon, origin, signal));
      return { server: hostOf(origin), ...found };
    },

    identify: (session, signal) => readAccount(mastodon, storedOf(session), signal),
  };
}

const begin =
  (mastodon: MastodonClient, settings: Settings): ByRedirect['begin'] =>
  async ({ server = '' }, { uri, state, signal }) => {
    const origin = serverOrigin(server, 'server', settings.allowHttp);
    const client = await askServer(origin, () =>
      register(mastodon, settings, { origin, uri, signal }),
    );
    const { verifier, challenge } = await pkce();
    const parameters = {
      client_id: client.client_id,
      redirect_uri: uri,
      scope: SCOPES,
      state,
      ...challenge,
      // Another account of the same server may be logged in.
      force_login: 'true',
    };
    const url = loginUrl(`${origin}/oauth/authorize`, parameters);
    return { url, attempt: { ...client, origin, verifier } };
  };

const complete =
  (mastodon: MastodonClient, { apps }: Settings): ByRedirect['complete'] =>
  async (code, attempt, { uri, issuer, signal }) => {
    const { origin, verifier, client_id, client_secret } = Attempt.parse(attempt);
    // The code of another server is for that server alone (RFC 9207).
    if (issuer !== undefined && !(URL.canParse(issuer) && new URL(issuer).origin === origin))
      throw new NetworkError(
        'rejected',
        'issuer',
        `This login is from a server other than ${hostOf(origin)}`,
      );
    const json = {
      grant_type: 'authorization_code',
      code,
      client_id,
      client_secret,
      redirect_uri: uri,
      code_verifier: verifier,
      scope: SCOPES,
    };
    const request = { method: 'POST' as const, json, signal };
    const response = await mastodon
      .call(origin, '/oauth/token', request)
      .catch(async (error: NetworkError) => {
        // The server has forgotten this application: it is registered again next time.
        if (FORGOTTEN.test(error.message)) await apps.remove(origin, uri);
        throw error;
      });
    const { access_token: token } = mastodon.parse(Token, response);
    const account = await readAccount(mastodon, { origin, token }, signal);
    return [{ account, credentials: { origin, token, client_id, client_secret } }];
  };

/** The registration of this installation at a server. */
async function register(
  mastodon: MastodonClient,
  { apps, website }: Settings,
  { origin, uri, signal }: { origin: string; uri: string; signal: AbortSignal },
): Promise<Client> {
  const known = Client.safeParse(await apps.find(origin, uri));
  if (known.success) return known.data;
  const json = {
    client_name: CLIENT_NAME,
    // One text: servers before 4.3 take no list.
    redirect_uris: uri,
    scopes: SCOPES,
    website,
  };
  const response = await mastodon.call(origin, '/api/v1/apps', { method: 'POST', json, signal });
  const client = mastodon.parse(Client, response);
  await apps.keep(origin, uri, client);
  return client;
}

async function readAccount(
  mastodon: MastodonClient,
  stored: ReturnType<typeof storedOf>,
  signal: AbortSignal,
): Promise<Account> {
  const { origin } = stored;
  const profile = mastodon.parse(Profile, await mastodon.as(stored, signal).call(VERIFY));
  const { limits } = await readInstance(mastodon, origin, signal);
  const { id, username, display_name, url, avatar_static } = profile;
  return {
    remoteId: id,
    server: hostOf(origin),
    handle: `@${username}@${hostOf(origin)}`,
    name: displayName(display_name) || username,
    url,
    picture: avatar_static,
    limits,
  };
}
