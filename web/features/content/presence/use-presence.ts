import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PRESENT_SECONDS, reportPresence } from '#contract/content/presence.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { TAB } from '#web/api/tab.ts';

/** Reports that this tab has an item open, and returns the names of the others who have. */
export function usePresence(item: number | undefined): string[] {
  const me = useAuth(({ user }) => user?.id);
  const { data: others = [] } = useQuery({
    queryKey: keys.presence(item ?? 0),
    enabled: item !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: (PRESENT_SECONDS * 1000) / 3,
    // A background tab counts as present.
    refetchIntervalInBackground: true,
    queryFn: ({ signal }) =>
      call(reportPresence, {
        params: { id: String(item) },
        body: { tab: TAB, here: true },
        signal,
      }),
  });
  useEffect(() => {
    if (item === undefined) return;
    const leave = () => {
      const body = { tab: TAB, here: false };
      call(reportPresence, { params: { id: String(item) }, body, keepalive: true }).catch(() => {
        // Errors are ignored: presence expires anyway.
      });
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [item]);
  return others.map(({ id, name }) => (id === me ? 'you, in another tab' : name));
}
