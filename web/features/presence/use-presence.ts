import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bePresent, PRESENT_SECONDS } from '#contract/presence.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { TAB } from '#web/api/tab.ts';

/** Says that this tab has an item open, for as long as there is one; gives who else has, by name. */
export function usePresence(item: number | undefined): string[] {
  const me = useAuth(({ user }) => user?.id);
  const { data: others = [] } = useQuery({
    queryKey: keys.presence(item ?? 0),
    enabled: item !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: (PRESENT_SECONDS * 1000) / 3,
    // A tab in the background has it open all the same.
    refetchIntervalInBackground: true,
    queryFn: ({ signal }) => call(bePresent, { params: { id: String(item) }, body: { tab: TAB, here: true }, signal }),
  });
  useEffect(() => {
    if (item === undefined) return;
    const leave = () => {
      const body = { tab: TAB, here: false };
      call(bePresent, { params: { id: String(item) }, body, keepalive: true }).catch(() => {
        // Who says nothing any more is gone soon anyway.
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
