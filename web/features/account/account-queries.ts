import { useMutation, useQuery } from '@tanstack/react-query';
import * as account from '#contract/account.ts';
import { getXLink, unlinkX } from '#contract/social.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { toast } from '#web/ui/Toaster.tsx';

export const useSessions = () =>
  useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => call(account.listSessions, { signal }),
  });

/** Ends one session, or all others. */
export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others' ? call(account.endOtherSessions, {}) : call(account.endSession, { params: { id } }),
    onSuccess: (_, id) =>
      toast({ title: 'Success', description: id === 'others' ? 'All other sessions ended' : 'Session ended' }),
    onError: (error) =>
      toast({ title: 'Error', description: error.message || 'Failed to end the session', variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.sessions }),
  });

/** Whether the person can sign in with X. */
export const useXLink = () =>
  useQuery({
    queryKey: keys.xLink,
    queryFn: ({ signal }) => call(getXLink, { signal }),
  });

export const useUnlinkX = () =>
  useMutation({
    mutationFn: () => call(unlinkX, {}),
    onSuccess: () => toast({ title: 'Success', description: 'X disconnected' }),
    onError: (error) =>
      toast({ title: 'Error', description: error.message || 'Failed to disconnect X', variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.xLink }),
  });
