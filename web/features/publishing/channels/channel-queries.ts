import { useQuery } from '@tanstack/react-query';
import * as practice from '#contract/networks/practice.ts';
import * as channels from '#contract/publishing/channels.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

/** The choices of an account are read again after this time. */
const FRESH_MS = 60_000;

/** Where the state of a connection is that this tab has begun. */
const BEGUN = 'connection_state';

const CHANGED = [keys.channels, keys.publications, keys.attention];

export const useChannels = () =>
  useQuery({
    queryKey: keys.channels,
    queryFn: ({ signal }) => call(channels.listChannels, { signal }),
  });

export const useNetworks = () =>
  useQuery({
    queryKey: keys.networks,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(channels.listNetworks, { signal }),
  });

type Fields = Record<string, string>;
type Network = channels.Channel['network'];

/** Connects an account, or that of a channel again. */
export const connectAccount = (network: Network, way: string, fields: Fields, channel?: number) =>
  channel === undefined
    ? call(channels.connectChannel, { body: { network, way, fields } })
    : call(channels.reconnectChannel, { params: { id: String(channel) }, body: { way, fields } });

/** Connects a practice account, which needs no account elsewhere. */
export const useConnectPractice = () =>
  useInvalidatingMutation({
    run: () => connectAccount('practice', 'account', { name: 'Practice' }),
    invalidates: CHANGED,
    success: ({ handle }) => `${handle} is connected`,
    failure: 'The practice account could not be connected',
  });

/** Leaves for the network, where the person logs in. */
export async function leaveForNetwork(
  network: Network,
  way: string,
  fields: Fields,
  channel?: number,
) {
  const body = { network, way, fields, ...(channel !== undefined && { channel }) };
  const { url, state = '' } = await call(channels.authorizeChannel, { body });
  sessionStorage.setItem(BEGUN, state);
  window.location.assign(url);
}

/** Whether this tab began the connection that comes back with this state; it is asked once. */
export function takeBegun(state: string | null): boolean {
  const begun = sessionStorage.getItem(BEGUN);
  sessionStorage.removeItem(BEGUN);
  return begun === (state ?? '');
}

export const lookUpServer = (network: Network, server: string, signal: AbortSignal) =>
  call(channels.lookUpServer, { body: { network, fields: { server } }, signal });

/** @param issuer who has issued the code, where the network says so */
export const completeConnection = (state: string, code: string, issuer: string | null) =>
  call(channels.completeChannel, { body: { state, code, ...(issuer && { iss: issuer }) } });

/** Connects those of several accounts that a person has chosen. */
export const chooseAccounts = (state: string, accounts: string[]) =>
  call(channels.chooseAccounts, { body: { state, accounts } });

/** Reads what a network says of an account now, before something is published. */
export const useFreshAccount = (channel: number, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: keys.channelNow(channel),
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const params = { id: String(channel) };
      const fresh = await call(channels.refreshChannel, { params, signal });
      queryClient.setQueryData<channels.Channel[]>(keys.channels, (known) =>
        known?.map((known) => (known.id === channel ? fresh : known)),
      );
      return fresh;
    },
  });

export const useDisconnect = () =>
  useInvalidatingMutation({
    run: ({ id }: { id: number; handle: string }) =>
      call(channels.disconnectChannel, { params: { id: String(id) } }),
    invalidates: CHANGED,
    success: (_, { handle }) => `${handle} is disconnected`,
    failure: 'Failed to disconnect the account',
  });

export const useChannelSettings = () =>
  useInvalidatingMutation({
    run: ({ id, settings }: { id: number; settings: Fields }) =>
      call(channels.updateChannel, { params: { id: String(id) }, body: { settings } }),
    invalidates: [keys.channels],
    success: 'Saved',
    failure: 'Failed to save the settings',
  });

export const usePractice = (channel: number, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: keys.practice(channel),
    refetchInterval: 2000,
    queryFn: ({ signal }) =>
      call(practice.getPractice, { params: { id: String(channel) }, query: {}, signal }),
  });

export const useSetPractice = (channel: number) =>
  useInvalidatingMutation({
    run: (body: practice.PracticeBehaviour) =>
      call(practice.setPractice, { params: { id: String(channel) }, body }),
    invalidates: [keys.practice(channel)],
    success: 'Saved',
    failure: 'Failed to save the behaviour',
  });
