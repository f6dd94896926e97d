import { useMutation, useQuery } from '@tanstack/react-query';
import { endOwnAccess, listOwnAccess } from '#contract/people/access.ts';
import * as account from '#contract/people/account.ts';
import { me } from '#contract/people/account.ts';
import * as addresses from '#contract/people/addresses.ts';
import { getXLink, unlinkX } from '#contract/people/social.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { toast } from '#web/ui/overlays/toast.ts';

export const useSessions = () =>
  useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => call(account.listSessions, { signal }),
  });

/** Ends one session, or all others. */
export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others'
        ? call(account.endOtherSessions, {})
        : call(account.endSession, { params: { id } }),
    onSuccess: (_, id) =>
      toast({
        title: 'Success',
        description: id === 'others' ? 'All other sessions ended' : 'Session ended',
      }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to end the session',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.sessions }),
  });

export const useOwnAccess = () =>
  useQuery({
    queryKey: keys.ownAccess,
    queryFn: ({ signal }) => call(listOwnAccess, { signal }),
  });

export const useEndOwnAccess = () =>
  useMutation({
    mutationFn: () => call(endOwnAccess, {}),
    onSuccess: () => toast({ title: 'Success', description: 'All that acted for you has ended' }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to end what acts for you',
        variant: 'destructive',
      }),
    // What has ended is shown on many pages.
    onSettled: () => queryClient.invalidateQueries(),
  });

/** Whether the account has been refetched: stored data may be outdated. */
export function useKnownAddress(enabled: boolean): boolean {
  const { isSuccess } = useQuery({
    queryKey: keys.account,
    enabled,
    queryFn: async ({ signal }) => {
      const user = await call(me, { signal });
      useAuth.setState({ user });
      return user;
    },
  });
  return isSuccess;
}

export const useConfirmAddress = () =>
  useMutation({
    mutationFn: (token: string) => call(addresses.confirmAddress, { body: { token } }),
    onSuccess: (user) => useAuth.setState({ user }),
  });

export const useSendAddressLink = () =>
  useMutation({
    mutationFn: () => call(addresses.sendAddressLink, {}),
    onSuccess: ({ detail }) => toast({ title: 'Success', description: detail }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to send the link',
        variant: 'destructive',
      }),
  });

export const useKeepAddress = () =>
  useMutation({
    mutationFn: () => call(addresses.keepAddress, {}),
    onSuccess: (user) => {
      useAuth.setState({ user });
      toast({ title: 'Success', description: `Your email stays ${user.email}` });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to cancel the change',
        variant: 'destructive',
      }),
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
      toast({
        title: 'Error',
        description: error.message || 'Failed to disconnect X',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.xLink }),
  });
