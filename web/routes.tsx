import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject, useRouteError } from 'react-router';
import { Protected } from './layouts/Protected.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { paths } from './lib/paths.ts';
import { ErrorScreen } from './ui/ErrorScreen.tsx';

/** A page, fetched when it is first needed. */
const page = (path: string, load: () => Promise<{ default: ComponentType }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

const RouteError = () => <ErrorScreen error={useRouteError()} />;

/** What visitors read: prerendered at build time (`prerender.tsx`), and listed in the sitemap. */
export const publicPages = [
  page(paths.home, () => import('./pages/Home.tsx')),
  page(paths.features, () => import('./pages/Features.tsx')),
  page(paths.pricing, () => import('./pages/Pricing.tsx')),
  page(paths.about, () => import('./pages/About.tsx')),
  page(paths.contact, () => import('./pages/Contact.tsx')),
  page(paths.terms, () => import('./pages/Terms.tsx')),
  page(paths.privacy, () => import('./pages/Privacy.tsx')),
];

/** The route table of section 2. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { Component: PublicLayout, children: publicPages },
      page(paths.login, () => import('./pages/Login.tsx')),
      page(paths.register, () => import('./pages/Register.tsx')),
      page(paths.forgotPassword, () => import('./pages/ForgotPassword.tsx')),
      page('/reset-password/:uid?/:token?', () => import('./pages/ResetPassword.tsx')),
      page('/invite/:token', () => import('./pages/Invitation.tsx')),
      page('/auth/callback', () => import('./pages/AuthCallback.tsx')),
      {
        Component: Protected,
        children: [
          page('/confirm-address/:token', () => import('./pages/ConfirmAddress.tsx')),
          {
            lazy: async () => ({ Component: (await import('./layouts/AppLayout.tsx')).AppLayout }),
            children: [
              page(paths.content, () => import('./pages/Content.tsx')),
              page(paths.drafts, () => import('./pages/Content.tsx')),
              page(paths.published, () => import('./pages/Content.tsx')),
              page(paths.threads, () => import('./pages/Content.tsx')),
              page(paths.review, () => import('./pages/Review.tsx')),
              page('/content/create', () => import('./pages/EditContent.tsx')),
              page('/content/edit/:id', () => import('./pages/EditContent.tsx')),
              page('/content/preview/:id', () => import('./pages/PreviewContent.tsx')),
              page(paths.analytics, () => import('./pages/Analytics.tsx')),
              page(paths.settings, () => import('./pages/Settings.tsx')),
              page(paths.audit, () => import('./pages/Audit.tsx')),
              page(paths.members, () => import('./pages/Members.tsx')),
              page(paths.socialAccounts, () => import('./pages/SocialAccounts.tsx')),
            ],
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

/** Fetches the code of the page at this path, so that a router that is made then renders it at once. */
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
