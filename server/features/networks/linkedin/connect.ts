import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import type { Config } from '../../../config/config.ts';
import type { Connector, Credentials } from '../adapter.ts';
import type { JsonResponse } from '../call.ts';
import { NetworkError } from '../failures.ts';
import { missingAddress, redirectLogin, renewing } from '../oauth.ts';
import { after } from '../times.ts';
import { readOrganization, readPages, readPerson } from './accounts.ts';
import { isPage, type LinkedInClient, type Stored, storedOf } from './client.ts';

/** Logging in at LinkedIn. Tokens of most applications cannot be renewed. */

const PERSON_SCOPES = 'openid profile w_member_social';
const PAGE_SCOPES =
  'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin';
const { name } = networks.linkedin;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: z.number().positive().optional(),
});

export function createLinkedInConnector(linkedin: LinkedInClient, config: Config): Connector {
  const { client, pages } = config.linkedin;

  /** @param former what was there before, where it is not renewed with the token */
  function credentialsOf(response: JsonResponse, former?: Stored): Stored & Credentials {
    const { access_token, expires_in, refresh_token, refresh_token_expires_in } = linkedin.parse(
      Token,
      response,
    );
    const refresh = refresh_token ?? former?.refresh;
    const ends = refresh
      ? refresh_token_expires_in
        ? after(linkedin.clock, refresh_token_expires_in)
        : (former?.expires_at ?? after(linkedin.clock, expires_in))
      : after(linkedin.clock, expires_in);
    return {
      token: access_token,
      renew_at: after(linkedin.clock, expires_in),
      ...(refresh && { refresh }),
      expires_at: ends,
    };
  }

  return {
    methods: [
      redirectLogin({
        label: `Log in with ${name}`,
        page: linkedin.loginPage,
        scope: pages ? PAGE_SCOPES : PERSON_SCOPES,
        client,
        settings: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
        missing: missingAddress(config),
        connect: async (grant, signal) => {
          const credentials = credentialsOf(await linkedin.requestToken(grant, signal));
          const api = linkedin.as(credentials.token, signal);
          const accounts = [
            await readPerson(api, { pages }),
            ...(pages ? await readPages(api) : []),
          ];
          return accounts.map((account) => ({ account, credentials }));
        },
      }),
    ],

    identify: (session, signal) => {
      const api = linkedin.as(storedOf(session).token, signal);
      return isPage(session)
        ? readOrganization(session.account.remoteId, api)
        : readPerson(api, { pages });
    },

    renew: {
      /** Most applications cannot renew a token: it ends with the connection. */
      expiry: (credentials) => {
        const { refresh, renew_at } = storedOf({ credentials });
        return refresh === undefined ? null : new Date(renew_at);
      },
      renew: async (session, signal) => {
        const stored = storedOf(session);
        if (stored.refresh === undefined)
          throw new NetworkError('reauthorize', 'ended', `The connection to ${name} has expired`);
        const grant = { grant_type: 'refresh_token', refresh_token: stored.refresh };
        return credentialsOf(await renewing(name, linkedin.requestToken(grant, signal)), stored);
      },
    },
  };
}
