import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '#contract/people/keys.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

export const useApiKeys = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.apiKeys,
    queryFn: ({ signal }) => call(contract.listKeys, { signal }),
  });

const refetch = () => queryClient.invalidateQueries({ queryKey: keys.apiKeys });

/** Not again where the answer was lost: the secret is shown once. */
export const useCreateKey = () =>
  useMutation({
    mutationFn: (body: contract.KeyCreate) => call(contract.createKey, { body }),
    onSuccess: refetch,
  });

export const useUpdateKey = (id: number) =>
  useMutation({
    mutationFn: (body: Omit<contract.KeyCreate, 'acts_as'>) =>
      call(contract.updateKey, { params: { id: String(id) }, body }),
    onSuccess: refetch,
  });

export type OldKeyLife = keyof typeof contract.OLD_KEY_HOURS;

export const useRollKey = () =>
  useMutation({
    mutationFn: ({ known, keep }: { known: contract.Key; keep: OldKeyLife }) =>
      call(contract.rollKey, {
        params: { id: String(known.id) },
        body: { keep, end_former: known.old_until !== null },
      }),
    onSuccess: refetch,
  });

export const useRevokeKey = () =>
  useInvalidatingMutation({
    run: ({ id }: contract.Key) => call(contract.revokeKey, { params: { id: String(id) } }),
    invalidates: [keys.apiKeys],
    success: (_, { name }) => `${name} was revoked`,
    failure: 'Failed to revoke the key',
  });

/** Whether a key was used since it was made: asked again until it was. */
export const useFirstUse = (id: number) =>
  useQuery({
    queryKey: keys.apiKey(id),
    queryFn: ({ signal }) => call(contract.getKey, { params: { id: String(id) }, signal }),
    refetchInterval: ({ state }) => (state.data?.last_used_at ? false : 3000),
  });
