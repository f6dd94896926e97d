import { z } from 'zod';
import { networks } from '#contract/networks/networks.ts';
import { displayName } from '../../../http/outgoing/foreign.ts';
import { type Account, type Connector, WebAddress } from '../adapter.ts';
import { PagePicture, PICTURE_FIELD, pagesLogin } from '../meta/pages.ts';
import type { Installation } from '../oauth.ts';
import { type FacebookClient, pagePath } from './client.ts';

/** Connecting pages of Facebook. */

const SCOPES = [
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'business_management',
];
const FIGURE_SCOPE = 'read_insights';

const Page = z.object({
  id: z.string(),
  name: z.string().catch(''),
  link: WebAddress.optional(),
  picture: PagePicture,
});

export const createFacebookConnector = (
  facebook: FacebookClient,
  installation: Installation,
): Connector => ({
  methods: [
    pagesLogin(installation, facebook.graph, {
      label: `Log in with ${networks.facebook.name}`,
      scopes: SCOPES,
      figureScope: FIGURE_SCOPE,
      connect: async (pages, figures) =>
        pages.map((page) => ({
          account: accountOf(page),
          credentials: { token: page.access_token, ...figures },
        })),
    }),
  ],

  identify: async (session, signal) => {
    const api = facebook.as(session, signal);
    return accountOf(
      await api.get(pagePath(session), Page, { fields: `id,name,link,${PICTURE_FIELD}` }),
    );
  },
});

const accountOf = ({ id, name: called, link, picture }: z.output<typeof Page>): Account => ({
  remoteId: id,
  server: '',
  handle: displayName(called) || id,
  name: displayName(called) || id,
  url: link ?? `https://www.facebook.com/${encodeURIComponent(id)}`,
  picture,
  limits: {},
});
