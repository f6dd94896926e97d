import { useQuery } from '@tanstack/react-query';
import { getWorkspace } from '#contract/members.ts';
import { type Capability, can } from '#contract/roles.ts';
import { call } from './client.ts';
import { keys } from './query.ts';

/** The workspace that this tab is about, and what one may do in it. */
export const useWorkspace = () =>
  useQuery({
    queryKey: keys.workspace,
    staleTime: 60_000,
    queryFn: ({ signal }) => call(getWorkspace, { signal }),
  });

/** Whether this person may do that here. As long as nobody knows, nothing is hidden: the server decides in any case. */
export function useCan(capability: Capability): boolean {
  const role = useWorkspace().data?.role;
  return role === undefined || can(role, capability);
}
