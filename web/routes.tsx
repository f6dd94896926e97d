import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject, useRouteError } from 'react-router';
import { useAuth } from './api/auth-store.ts';
import { AppLayout } from './layouts/AppLayout.tsx';
import { Protected } from './layouts/Protected.tsx';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { ErrorScreen } from './ui/ErrorScreen.tsx';

/** A page, fetched when it is first needed. */
const page = (path: string, load: () => Promise<{ default: ComponentType }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

const RouteError = () => <ErrorScreen error={useRouteError()} />;

/** An unknown path stands in whichever frame the person is used to. */
const AnyLayout = () => (useAuth((state) => state.isAuthenticated) ? <AppLayout /> : <PublicLayout />);

/** The route table of section 2. */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        {
          Component: PublicLayout,
          children: [
            page('/', () => import('./pages/Home.tsx')),
            page('/features', () => import('./pages/Features.tsx')),
            page('/pricing', () => import('./pages/Pricing.tsx')),
            page('/about', () => import('./pages/About.tsx')),
            page('/contact', () => import('./pages/Contact.tsx')),
            page('/terms', () => import('./pages/Terms.tsx')),
            page('/privacy', () => import('./pages/Privacy.tsx')),
          ],
        },
        page('/login', () => import('./pages/Login.tsx')),
        page('/register', () => import('./pages/Register.tsx')),
        page('/forgot-password', () => import('./pages/ForgotPassword.tsx')),
        page('/reset-password/:uid?/:token?', () => import('./pages/ResetPassword.tsx')),
        page('/auth/callback', () => import('./pages/AuthCallback.tsx')),
        {
          Component: Protected,
          children: [
            {
              Component: AppLayout,
              children: [
                page('/content', () => import('./pages/Content.tsx')),
                page('/content/drafts', () => import('./pages/Content.tsx')),
                page('/content/published', () => import('./pages/Content.tsx')),
                page('/threads', () => import('./pages/Content.tsx')),
                page('/content/create', () => import('./pages/EditContent.tsx')),
                page('/content/edit/:id', () => import('./pages/EditContent.tsx')),
                page('/content/preview/:id', () => import('./pages/PreviewContent.tsx')),
                page('/analytics', () => import('./pages/Analytics.tsx')),
                page('/settings', () => import('./pages/Settings.tsx')),
                page('/social-accounts', () => import('./pages/SocialAccounts.tsx')),
              ],
            },
          ],
        },
        { Component: AnyLayout, children: [page('*', () => import('./pages/NotFound.tsx'))] },
      ],
    },
  ]);
