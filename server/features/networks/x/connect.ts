import { z } from 'zod';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, type Connector, type Credentials, WebAddress } from '../adapter.ts';
import type { JsonResponse } from '../call.ts';
import { redirectLogin, renewing } from '../oauth.ts';
import { after } from '../times.ts';
import { storedOf, type XApi, type XClient } from './client.ts';

/** Logging in at X. A refresh token works once. */

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access';
const PREMIUM_CHARACTERS = 25_000;

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
});
const Me = z.object({
  data: z.object({
    id: z.string(),
    name: z.string().catch(''),
    username: z.string(),
    profile_image_url: WebAddress,
    verified_type: z.string().optional().catch(undefined),
    subscription_type: z.string().optional().catch(undefined),
  }),
});

export function createXConnector(x: XClient): Connector {
  /** @param former the refresh token, where none comes with the new one */
  function credentialsOf(response: JsonResponse, former = '') {
    const { access_token, refresh_token, expires_in } = x.parse(Token, response);
    // An empty one never replaces the former one.
    return {
      token: access_token,
      refresh: refresh_token ?? former,
      renew_at: after(x.clock, expires_in),
    } satisfies Credentials;
  }

  return {
    methods: [
      redirectLogin({
        ...x.login,
        label: 'Log in with X',
        scope: SCOPES,
        connect: async (grant, signal) => {
          const credentials = credentialsOf(await x.requestToken(grant, signal));
          return [{ account: await readAccount(x.as(credentials.token, signal)), credentials }];
        },
      }),
    ],

    identify: (session, signal) => readAccount(x.as(storedOf(session).token, signal)),

    renew: {
      expiry: (credentials) => new Date(storedOf({ credentials }).renew_at),
      renew: async (session, signal) => {
        const { refresh } = storedOf(session);
        const fields = { grant_type: 'refresh_token', refresh_token: refresh };
        return credentialsOf(await renewing('X', x.requestToken(fields, signal)), refresh);
      },
    },
  };
}

async function readAccount(api: XApi): Promise<Account> {
  const params = { 'user.fields': 'verified_type,subscription_type,profile_image_url' };
  const me = api.parse(Me, await api.call('/2/users/me', { params })).data;
  const { id, name, username, verified_type, subscription_type, profile_image_url } = me;
  const isPremium = /^(Basic|Premium|PremiumPlus)$/.test(subscription_type ?? '');
  const isLong = isPremium || (subscription_type === undefined && verified_type === 'blue');
  return {
    remoteId: id,
    server: '',
    handle: `@${username}`,
    name: displayName(name) || username,
    url: `https://x.com/${encodeURIComponent(username)}`,
    // The address that it gives is of 48 pixels.
    picture: profile_image_url?.replace(/_normal(\.\w{1,10})$/, '_400x400$1') ?? null,
    limits: isLong ? { characters: PREMIUM_CHARACTERS } : {},
  };
}
