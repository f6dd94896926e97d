import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '#contract/automation/proposals.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const of = (id: number) => ({ params: { id: String(id) } });

/** What rules had the assistant propose for a post, by its first item. */
export const useProposals = (item: number) =>
  useQuery({
    queryKey: keys.ruleProposals(item),
    queryFn: ({ signal }) => call(contract.listProposals, { ...of(item), signal }),
  });

/** One that was taken is in the text: it is gone, whatever becomes of the request. */
export const useTakeProposal = (item: number) =>
  useMutation({
    mutationFn: (id: number) => call(contract.takeProposal, of(id)),
    onMutate: (id) =>
      queryClient.setQueryData<contract.RuleProposal[]>(keys.ruleProposals(item), (all) =>
        all?.filter((proposal) => proposal.id !== id),
      ),
    onError: () => {},
  });

export const useDiscardProposal = (item: number) =>
  useInvalidatingMutation({
    run: (id: number) => call(contract.discardProposal, of(id)),
    invalidates: [keys.ruleProposals(item)],
    success: 'Discarded',
    failure: 'Failed to discard the proposal',
  });
