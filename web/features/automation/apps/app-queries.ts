import { useMutation, useQuery } from '@tanstack/react-query';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import * as contract from '#contract/people/apps.ts';
import type { Scope } from '#contract/scopes.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

export const useApps = () =>
  useQuery({
    queryKey: keys.apps,
    queryFn: ({ signal }) => call(contract.listApps, { signal }),
  });

/** What an app asks for by the query of its address; checked once, as it is for this person. */
export const useAppRequest = (query: string) =>
  useQuery({
    queryKey: keys.appRequest(query),
    queryFn: ({ signal }) => call(contract.readAppRequest, { body: { query }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const useEnterCode = () =>
  useMutation({
    mutationFn: (code: string) => call(contract.readDeviceRequest, { body: { user_code: code } }),
  });

/** `workspace`: the one that the person was shown. */
type Consent = {
  workspace: number;
  request: string;
  scopes: Scope[];
  drafts_only: boolean;
  folders: number[] | null;
};

export const useAllowApp = () =>
  useMutation({
    mutationFn: ({ workspace, ...body }: Consent) =>
      call(contract.allowApp, { body, headers: { [WORKSPACE_HEADER]: String(workspace) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  });

export const useRefuseDevice = () =>
  useMutation({
    mutationFn: (request: string) => call(contract.refuseDevice, { body: { request } }),
  });

export const useDisconnectApp = () =>
  useInvalidatingMutation({
    run: ({ id }: contract.App) => call(contract.disconnectApp, { params: { id: String(id) } }),
    invalidates: [keys.apps],
    success: (_, { name }) => `${name} is disconnected`,
    failure: 'Failed to disconnect the app',
  });

export const useDisconnectApps = () =>
  useInvalidatingMutation({
    run: () => call(contract.disconnectApps, {}),
    invalidates: [keys.apps],
    success: 'All your apps are disconnected',
    failure: 'Failed to disconnect the apps',
  });
