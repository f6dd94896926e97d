import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { z } from 'zod';
import { followOtherTabs, useAuth } from './api/auth-store.ts';
import { onSignedOut } from './api/client.ts';
import { keepViewPerPerson } from './api/content-store.ts';
import { queryClient } from './api/query.ts';
import { initialiseAuth } from './api/session.ts';
import { createRouter } from './routes.tsx';

// Without this zod tries whether it may compile code at run time, which the content security policy reports.
z.config({ jitless: true });

followOtherTabs();
keepViewPerPerson();
// Nobody sees what was fetched for somebody else, in whatever tab that one signed out.
useAuth.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) queryClient.clear();
});
// Before the first page, so that none takes a person for signed out whose token is only over.
await initialiseAuth();

const router = createRouter();
onSignedOut(() => {
  const from = router.state.location;
  if (from.pathname !== '/login') void router.navigate('/login', { state: { from } });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
