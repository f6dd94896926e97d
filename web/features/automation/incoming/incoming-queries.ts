import { useMutation, useQuery } from '@tanstack/react-query';
import type { Incoming } from '#contract/automation/incoming.ts';
import * as incoming from '#contract/automation/incoming.ts';
import type { Sent } from '#contract/http/endpoint.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const of = (id: number) => ({ params: { id: String(id) } });

export type IncomingFields = Required<Sent<typeof incoming.createIncoming>['body']>;

export const useIncoming = () =>
  useQuery({
    queryKey: keys.incoming,
    queryFn: ({ signal }) => call(incoming.listIncoming, { signal }),
  });

/** Adds an address, or saves it; its dialog shows what is wrong with it. */
export const useSaveIncoming = (present: Incoming | undefined) =>
  useMutation({
    /** Returns the whole address of a new one. */
    mutationFn: async (body: IncomingFields): Promise<string | undefined> => {
      if (!present) return (await call(incoming.createIncoming, { body })).address;
      const { id, version } = present;
      await call(incoming.updateIncoming, { ...of(id), body: { ...body, version } });
      return undefined;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.incoming }),
  });

export const useRevokeIncoming = () =>
  useInvalidatingMutation({
    run: (id: number) => call(incoming.deleteIncoming, of(id)),
    invalidates: [keys.incoming],
    success: 'Address revoked',
    failure: 'The address couldn’t be revoked.',
  });
