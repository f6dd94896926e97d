import { useMutation, useQuery } from '@tanstack/react-query';
import * as members from '#contract/members.ts';
import { chooseWorkspace } from '#web/api/chosen-workspace.ts';
import { call } from '#web/api/client.ts';
import { useContentView, useLastSearch } from '#web/api/content-store.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useRefetching } from '#web/api/refetching.ts';
import { toast } from '#web/ui/Toaster.tsx';

/** What the roles are for, in a word each. */
export const ROLE_HINTS: Record<members.GivenRole, string> = {
  admin: 'does everything but hand over',
  approver: 'writes, approves and publishes',
  editor: 'writes and submits',
  viewer: 'reads',
};

export const useWorkspaces = () =>
  useQuery({ queryKey: keys.workspaces, queryFn: ({ signal }) => call(members.listWorkspaces, { signal }) });

export const useMembers = () =>
  useQuery({ queryKey: keys.members, queryFn: ({ signal }) => call(members.listMembers, { signal }) });

export const useInvitations = (enabled: boolean) =>
  useQuery({ queryKey: keys.invitations, enabled, queryFn: ({ signal }) => call(members.listInvitations, { signal }) });

/** From here on this tab is about another workspace: nothing of the former one is kept. */
export function enterWorkspace(id: number) {
  chooseWorkspace(id);
  queryClient.clear();
  useContentView.setState({ selectedFolder: null, openFolders: [] });
  useLastSearch.setState({ query: '' });
}

export const useUpdateWorkspace = () =>
  useRefetching({
    run: (body: { name?: string; authors_may_not_approve?: boolean }) => call(members.updateWorkspace, { body }),
    touches: [keys.workspace, keys.workspaces],
    success: 'Workspace updated',
    failure: 'Failed to update the workspace',
  });

export const useChangeRole = () =>
  useRefetching({
    run: ({ id, role }: { id: number; role: members.GivenRole }) =>
      call(members.changeRole, { params: { id: String(id) }, body: { role } }),
    touches: [keys.members, keys.workspace],
    success: ({ name, role }) => `${name} is ${role} now`,
    failure: 'Failed to change the role',
  });

export const useRemoveMember = () =>
  useRefetching({
    run: ({ id }: members.Member) => call(members.removeMember, { params: { id: String(id) } }),
    touches: [keys.members],
    success: (_, { name }) => `${name} is no member any more`,
    failure: 'Failed to remove the member',
  });

export const useHandOver = () =>
  useRefetching({
    run: ({ id }: members.Member) => call(members.handOver, { body: { user: id } }),
    touches: [keys.members, keys.workspace, keys.workspaces],
    success: (_, { name }) => `${name} owns the workspace now`,
    failure: 'Failed to hand the workspace over',
  });

export const useLeave = (onLeft: () => void) =>
  useMutation({
    mutationFn: () => call(members.leaveWorkspace, {}),
    onSuccess: onLeft,
    onError: (error) =>
      toast({ title: 'Error', description: error.message || 'Failed to leave the workspace', variant: 'destructive' }),
  });

export const useRevoke = () =>
  useRefetching({
    run: (id: number) => call(members.revokeInvitation, { params: { id: String(id) } }),
    touches: [keys.invitations],
    success: 'Invitation withdrawn',
    failure: 'Failed to withdraw the invitation',
  });

export const useInvitation = (token: string) =>
  useQuery({
    queryKey: keys.invitation(token),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(members.readInvitation, { body: { token }, signal }),
  });

export const useAccept = (onAccepted: (place: { id: number; name: string }) => void) =>
  useMutation({
    mutationFn: (token: string) => call(members.acceptInvitation, { body: { token } }),
    onSuccess: onAccepted,
  });
