import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import type { GivenRole } from '#contract/core/forms.ts';
import {
  type AccessChoice,
  listMemberAccess,
  type SettledAccess,
} from '#contract/people/access.ts';
import * as members from '#contract/people/members.ts';
import { withArticle } from '#contract/roles.ts';
import { chooseWorkspace } from '#web/api/chosen-workspace.ts';
import { call } from '#web/api/client.ts';
import { useContentView, useLastSearch } from '#web/api/content-view.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { membersQuery } from '#web/api/workspace.ts';
import { plural } from '#web/lib/text.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** The purpose of each role. */
export const ROLE_HINTS: Record<GivenRole, string> = {
  admin: 'can do everything except transfer ownership',
  approver: 'can write, approve and publish',
  editor: 'can write and submit for review',
  viewer: 'has view-only access',
};

export const useWorkspaces = () =>
  useQuery({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => call(members.listWorkspaces, { signal }),
  });

export const useMembers = () => useQuery(membersQuery);

/** The name of a member, also of the person themselves. */
export function useMemberName(id: number | null): string {
  const member = useMembers().data?.find((member) => member.id === id);
  return member?.name ?? (id === null ? 'Deleted user' : 'Former member');
}

export const useInvitations = (enabled: boolean) =>
  useQuery({
    queryKey: keys.invitations,
    enabled,
    queryFn: ({ signal }) => call(members.listInvitations, { signal }),
  });

/** Switches this tab to another workspace and drops the cache of the former one. */
export function enterWorkspace(id: number) {
  chooseAfresh(id);
  queryClient.clear();
}

/** The same where the page stays: it fetches what it shows again, but for queries of this key. */
export function enterWorkspaceHere(id: number, kept: QueryKey) {
  chooseAfresh(id);
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept[0] });
}

function chooseAfresh(id: number) {
  chooseWorkspace(id);
  useContentView.setState({ selectedFolder: null, openFolders: [] });
  useLastSearch.setState({ query: '' });
}

export const useUpdateWorkspace = () =>
  useInvalidatingMutation({
    run: (body: Partial<Omit<members.Workspace, 'id' | 'role'>>) =>
      call(members.updateWorkspace, { body }),
    invalidates: [keys.workspace, keys.workspaces],
    success: 'Workspace updated',
    failure: 'Failed to update the workspace',
  });

/** What goes on with a secret that the member knows, in words. */
function knownIn(access: readonly SettledAccess[]): string {
  const known = access.filter(({ is_known }) => is_known).length;
  return known
    ? `, and still knows ${plural(known, 'secret or address', 'secrets or addresses')} that you kept`
    : '';
}

export const useChangeRole = () =>
  useInvalidatingMutation({
    run: ({ id, ...body }: { id: number; role: GivenRole } & AccessChoice) =>
      call(members.changeRole, { params: { id: String(id) }, body }),
    invalidates: [keys.members, keys.workspace],
    success: ({ name, role, access }) => `${name} is now ${withArticle(role)}${knownIn(access)}`,
    failure: 'Failed to change the role',
  });

/** What acts for a member and would not with this role; without one, after their removal. */
export const useMemberAccess = (id: number, role: GivenRole | undefined) =>
  useQuery({
    queryKey: keys.memberAccess(id, role),
    // Whoever decides sees what is there now.
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(listMemberAccess, { params: { id: String(id) }, query: { role }, signal }),
  });

type Removal = Pick<members.Member, 'id' | 'name'> & {
  choice: AccessChoice;
  endsApprovals: boolean;
};

export const useRemoveMember = () =>
  useInvalidatingMutation({
    run: ({ id, choice, endsApprovals }: Removal) =>
      call(members.removeMember, {
        params: { id: String(id) },
        query: { ...choice, ...(endsApprovals && { end_approvals: 'true' }) },
      }),
    invalidates: [keys.members, keys.items, keys.publications, keys.workflow],
    success: ({ access, approvals_ended: ended }, { name }) =>
      `${name} was removed${ended ? `, and ${plural(ended, 'approval')} ended` : ''}${knownIn(access)}`,
    failure: 'Failed to remove the member',
  });

export const useTransferOwnership = () =>
  useInvalidatingMutation({
    run: ({ id }: members.Member) => call(members.transferOwnership, { body: { user: id } }),
    invalidates: [keys.members, keys.workspace, keys.workspaces],
    success: (_, { name }) => `${name} now owns the workspace`,
    failure: 'Failed to transfer ownership',
  });

export const useLeave = (onLeft: () => void) =>
  useMutation({
    mutationFn: () => call(members.leaveWorkspace, {}),
    onSuccess: onLeft,
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to leave the workspace',
        variant: 'destructive',
      }),
  });

export const useRevoke = () =>
  useInvalidatingMutation({
    run: (id: number) => call(members.revokeInvitation, { params: { id: String(id) } }),
    invalidates: [keys.invitations],
    success: 'Invitation revoked',
    failure: 'Failed to revoke the invitation',
  });

/** @param enabled not while it is accepted: it is used up then */
export const useInvitation = (token: string, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: keys.invitation(token),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(members.readInvitation, { body: { token }, signal }),
  });

export const useAccept = (onAccepted: (place: { id: number; name: string }) => void) =>
  useMutation({
    mutationFn: (token: string) => call(members.acceptInvitation, { body: { token } }),
    onSuccess: onAccepted,
  });
