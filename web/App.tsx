import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query.ts';

type Props = { router: DataRouter; onShown?: () => void };

/**
 * The whole application, in the browser and where pages are prerendered: both must render the same.
 */
export function App({ router, onShown }: Props) {
  useEffect(onShown ?? (() => {}), []);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
