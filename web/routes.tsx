import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject, useRouteError } from 'react-router';
import { type Audience, allPages, type PageName } from '#contract/pages.ts';
import { Protected } from './layouts/Protected.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { ErrorScreen } from './ui/feedback/ErrorScreen.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** The component of each page, fetched when it is first needed. */
const components: Record<PageName, Load> = {
  home: () => import('./pages/Home.tsx'),
  features: () => import('./pages/Features.tsx'),
  pricing: () => import('./pages/Pricing.tsx'),
  about: () => import('./pages/About.tsx'),
  contact: () => import('./pages/Contact.tsx'),
  terms: () => import('./pages/Terms.tsx'),
  privacy: () => import('./pages/Privacy.tsx'),
  login: () => import('./pages/Login.tsx'),
  register: () => import('./pages/Register.tsx'),
  forgotPassword: () => import('./pages/ForgotPassword.tsx'),
  resetPassword: () => import('./pages/ResetPassword.tsx'),
  invitation: () => import('./pages/Invitation.tsx'),
  unsubscribe: () => import('./pages/Unsubscribe.tsx'),
  socialCallback: () => import('./pages/AuthCallback.tsx'),
  confirmAddress: () => import('./pages/ConfirmAddress.tsx'),
  content: () => import('./pages/Content.tsx'),
  drafts: () => import('./pages/Content.tsx'),
  published: () => import('./pages/Content.tsx'),
  threads: () => import('./pages/Content.tsx'),
  trash: () => import('./pages/Trash.tsx'),
  review: () => import('./pages/Review.tsx'),
  ideas: () => import('./pages/Ideas.tsx'),
  automations: () => import('./pages/Automations.tsx'),
  runs: () => import('./pages/Runs.tsx'),
  editRule: () => import('./pages/EditRule.tsx'),
  feeds: () => import('./pages/Feeds.tsx'),
  feed: () => import('./pages/Feed.tsx'),
  createContent: () => import('./pages/EditContent.tsx'),
  editContent: () => import('./pages/EditContent.tsx'),
  previewContent: () => import('./pages/PreviewContent.tsx'),
  analytics: () => import('./pages/Analytics.tsx'),
  analyticsPost: () => import('./pages/AnalyticsPost.tsx'),
  calendar: () => import('./pages/Calendar.tsx'),
  report: () => import('./pages/Report.tsx'),
  sharedReport: () => import('./pages/SharedReport.tsx'),
  library: () => import('./pages/Library.tsx'),
  templates: () => import('./pages/Templates.tsx'),
  editTemplate: () => import('./pages/EditTemplate.tsx'),
  attention: () => import('./pages/Attention.tsx'),
  queue: () => import('./pages/Queue.tsx'),
  channelCallback: () => import('./pages/ChannelCallback.tsx'),
  practice: () => import('./pages/Practice.tsx'),
  socialAccounts: () => import('./pages/SocialAccounts.tsx'),
  settings: () => import('./pages/Settings.tsx'),
  members: () => import('./pages/Members.tsx'),
  workspace: () => import('./pages/WorkspaceSettings.tsx'),
  linkSettings: () => import('./pages/LinkSettings.tsx'),
  webhooks: () => import('./pages/Webhooks.tsx'),
  webhook: () => import('./pages/Webhook.tsx'),
  assistantSettings: () => import('./pages/AssistantSettings.tsx'),
  voice: () => import('./pages/Voice.tsx'),
  apiKeys: () => import('./pages/ApiKeys.tsx'),
  apps: () => import('./pages/Apps.tsx'),
  authorize: () => import('./pages/Authorize.tsx'),
  device: () => import('./pages/Device.tsx'),
  audit: () => import('./pages/Audit.tsx'),
};

const page = (path: string, load: Load): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

const pagesFor = (...audiences: Audience[]) =>
  allPages
    .filter(([, { audience }]) => audiences.includes(audience))
    .map(([name, { path }]) => page(path, components[name]));

const RouteError = () => <ErrorScreen error={useRouteError()} />;

/** What visitors read. */
const publicPages = pagesFor('everybody');

/** The route table: what is around the pages of each audience. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { Component: PublicLayout, children: publicPages },
      ...pagesFor('guest', 'link'),
      {
        Component: Protected,
        children: [
          ...pagesFor('user'),
          {
            lazy: async () => ({ Component: (await import('./layouts/AppLayout.tsx')).AppLayout }),
            children: pagesFor('member'),
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('./layouts/AnyLayout.tsx')).AnyLayout }),
        children: [page('*', () => import('./pages/NotFound.tsx'))],
      },
    ],
  },
];

/** Fetches the code of the page at this path; the router asks again. */
export const prefetchPage = (path: string) => {
  for (const { route } of matchRoutes(routes, path) ?? [])
    if (typeof route.lazy === 'function') void route.lazy().catch(() => {});
};

/**
 * Fetches the code of the page at this path, so that a router that is made then renders it at once.
 */
export async function loadPage(path: string): Promise<void> {
  const found = matchRoutes(routes, path) ?? [];
  await Promise.all(
    found.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  ).catch(() => {
    // What cannot be fetched the router asks for again, and says so.
  });
}
