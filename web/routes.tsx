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
  home: () => import('./pages/marketing/Home.tsx'),
  features: () => import('./pages/marketing/Features.tsx'),
  pricing: () => import('./pages/marketing/Pricing.tsx'),
  about: () => import('./pages/marketing/About.tsx'),
  contact: () => import('./pages/marketing/Contact.tsx'),
  terms: () => import('./pages/marketing/Terms.tsx'),
  privacy: () => import('./pages/marketing/Privacy.tsx'),
  login: () => import('./pages/sign-in/Login.tsx'),
  register: () => import('./pages/sign-in/Register.tsx'),
  forgotPassword: () => import('./pages/sign-in/ForgotPassword.tsx'),
  resetPassword: () => import('./pages/sign-in/ResetPassword.tsx'),
  invitation: () => import('./pages/sign-in/Invitation.tsx'),
  unsubscribe: () => import('./pages/sign-in/Unsubscribe.tsx'),
  socialCallback: () => import('./pages/sign-in/AuthCallback.tsx'),
  confirmAddress: () => import('./pages/sign-in/ConfirmAddress.tsx'),
  content: () => import('./pages/content/Content.tsx'),
  drafts: () => import('./pages/content/Content.tsx'),
  published: () => import('./pages/content/Content.tsx'),
  threads: () => import('./pages/content/Content.tsx'),
  trash: () => import('./pages/content/Trash.tsx'),
  review: () => import('./pages/content/Review.tsx'),
  ideas: () => import('./pages/content/Ideas.tsx'),
  automations: () => import('./pages/automation/Automations.tsx'),
  runs: () => import('./pages/automation/Runs.tsx'),
  editRule: () => import('./pages/automation/EditRule.tsx'),
  feeds: () => import('./pages/automation/Feeds.tsx'),
  feed: () => import('./pages/automation/Feed.tsx'),
  createContent: () => import('./pages/content/EditContent.tsx'),
  editContent: () => import('./pages/content/EditContent.tsx'),
  previewContent: () => import('./pages/content/PreviewContent.tsx'),
  analytics: () => import('./pages/analytics/Analytics.tsx'),
  analyticsPost: () => import('./pages/analytics/AnalyticsPost.tsx'),
  calendar: () => import('./pages/publishing/Calendar.tsx'),
  report: () => import('./pages/analytics/Report.tsx'),
  sharedReport: () => import('./pages/analytics/SharedReport.tsx'),
  library: () => import('./pages/content/Library.tsx'),
  templates: () => import('./pages/content/Templates.tsx'),
  editTemplate: () => import('./pages/content/EditTemplate.tsx'),
  attention: () => import('./pages/publishing/Attention.tsx'),
  queue: () => import('./pages/publishing/Queue.tsx'),
  channelCallback: () => import('./pages/publishing/ChannelCallback.tsx'),
  practice: () => import('./pages/publishing/Practice.tsx'),
  socialAccounts: () => import('./pages/publishing/SocialAccounts.tsx'),
  settings: () => import('./pages/settings/Settings.tsx'),
  members: () => import('./pages/settings/Members.tsx'),
  workspace: () => import('./pages/settings/WorkspaceSettings.tsx'),
  linkSettings: () => import('./pages/settings/LinkSettings.tsx'),
  webhooks: () => import('./pages/settings/Webhooks.tsx'),
  webhook: () => import('./pages/settings/Webhook.tsx'),
  assistantSettings: () => import('./pages/settings/AssistantSettings.tsx'),
  voice: () => import('./pages/settings/Voice.tsx'),
  apiKeys: () => import('./pages/settings/ApiKeys.tsx'),
  apps: () => import('./pages/settings/Apps.tsx'),
  authorize: () => import('./pages/sign-in/Authorize.tsx'),
  device: () => import('./pages/sign-in/Device.tsx'),
  audit: () => import('./pages/settings/Audit.tsx'),
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
