import { z } from 'zod';
import { ON } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, type Connector, WebAddress } from '../adapter.ts';
import type { JsonResponse } from '../call.ts';
import { type Installation, missingAddress, redirectLogin, renewing } from '../oauth.ts';
import { after } from '../times.ts';
import { SITE, storedOf, type TikTokApi, type TikTokClient } from './client.ts';

/** Logging in at TikTok, and what an account may do. */

const SCOPES = ['user.info.basic', 'video.publish', 'video.upload'];
const FIGURE_SCOPES = ['video.list', 'user.info.stats'];
const { name } = networks.tiktok;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.number().positive(),
  scope: z.string().optional().catch(undefined),
});
const Creator = z.object({
  data: z.object({
    creator_username: z.string().catch(''),
    creator_nickname: z.string().catch(''),
    creator_avatar_url: WebAddress,
    privacy_level_options: z.array(z.string().max(100)).max(50),
    comment_disabled: z.boolean().catch(false),
    duet_disabled: z.boolean().catch(false),
    stitch_disabled: z.boolean().catch(false),
    max_video_post_duration_sec: z.number().optional().catch(undefined),
  }),
});
const User = z.object({ data: z.object({ user: z.object({ open_id: z.string() }) }) });

export function createTikTokConnector(
  tiktok: TikTokClient,
  { config, links }: Installation,
): Connector {
  function credentialsOf(response: JsonResponse) {
    const { access_token, expires_in, refresh_token, refresh_expires_in, scope } = tiktok.parse(
      Token,
      response,
    );
    const given = scope?.split(/[, ]/);
    return {
      token: access_token,
      renew_at: after(tiktok.clock, expires_in),
      refresh: refresh_token,
      // It is renewed with the token: nobody has to connect again.
      ends_at: after(tiktok.clock, refresh_expires_in),
      ...(given && { figures: FIGURE_SCOPES.every((name) => given.includes(name)) }),
    };
  }

  const read = async (token: string, signal: AbortSignal): Promise<Account> => {
    const account = await readAccount(tiktok.as(token, signal));
    return links ? account : { ...account, limits: { ...account.limits, unreachable: true } };
  };

  return {
    methods: [
      redirectLogin({
        label: `Log in with ${name}`,
        page: tiktok.loginPage,
        scope: [...SCOPES, ...(config.tiktok.figures ? FIGURE_SCOPES : [])].join(','),
        client: config.tiktok.client,
        clientIdName: 'client_key',
        settings: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
        missing: missingAddress(config),
        connect: async (grant, signal) => {
          const credentials = credentialsOf(await tiktok.requestToken(grant, signal));
          return [{ account: await read(credentials.token, signal), credentials }];
        },
      }),
    ],

    identify: (session, signal) => read(storedOf(session).token, signal),

    renew: {
      expiry: (credentials) => new Date(storedOf({ credentials }).renew_at),
      renew: async (session, signal) => {
        const grant = { grant_type: 'refresh_token', refresh_token: storedOf(session).refresh };
        return credentialsOf(await renewing(name, tiktok.requestToken(grant, signal)));
      },
    },
  };
}

async function readAccount(api: TikTokApi): Promise<Account> {
  const who = await api.call('/v2/user/info/', { params: { fields: 'open_id' } });
  const { user } = api.parse(User, who).data;
  const path = '/v2/post/publish/creator_info/query/';
  const creator = api.parse(Creator, await api.call(path, { method: 'POST', json: {} })).data;
  const { creator_username: username, creator_nickname, max_video_post_duration_sec } = creator;
  const allowed = (isDisabled: boolean) => (isDisabled ? [] : [ON]);
  return {
    remoteId: user.open_id,
    server: '',
    handle: username ? `@${username}` : creator_nickname,
    name: displayName(creator_nickname) || username,
    url: username ? `${SITE}/@${encodeURIComponent(username)}` : null,
    picture: creator.creator_avatar_url,
    limits: {
      choices: {
        privacy: creator.privacy_level_options,
        comments: allowed(creator.comment_disabled),
        duet: allowed(creator.duet_disabled),
        stitch: allowed(creator.stitch_disabled),
      },
      ...(max_video_post_duration_sec && { seconds: max_video_post_duration_sec }),
    },
  };
}
