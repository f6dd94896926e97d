import { queryOptions, useQuery } from '@tanstack/react-query';
import { getWorkspace, listMembers } from '#contract/people/members.ts';
import { type Capability, can } from '#contract/roles.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { stayInWorkspace } from './chosen-workspace.ts';
import { call } from './client.ts';
import { keys, queryClient } from './query.ts';

/** The workspace of this tab, with the capabilities of the person. */
export const workspaceQuery = queryOptions({
  queryKey: keys.workspace,
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const workspace = await call(getWorkspace, { signal });
    stayInWorkspace(workspace.id);
    return workspace;
  },
});

export const membersQuery = queryOptions({
  queryKey: keys.members,
  queryFn: ({ signal }) => call(listMembers, { signal }),
});

export const useWorkspace = () => useQuery(workspaceQuery);

/** The zone of all times of a page. */
export const useZone = () =>
  useQuery({ ...workspaceQuery, select: ({ time_zone: zone }) => zone }).data ?? OWN_ZONE;

/** The same, for what is not drawn. */
export const zoneNow = (): string =>
  queryClient.getQueryData(workspaceQuery.queryKey)?.time_zone ?? OWN_ZONE;

/**
 * Returns a check of the person's capabilities. Until they are known nothing is hidden: the server
 * decides in any case.
 */
export function useCapabilities(): (capability: Capability) => boolean {
  const role = useWorkspace().data?.role;
  return (capability) => role === undefined || can(role, capability);
}

export const useCan = (capability: Capability): boolean => useCapabilities()(capability);
