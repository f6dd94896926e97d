import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as comments from '#contract/content/comments.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { membersQuery } from '#web/api/workspace.ts';
import { useKeptText } from '#web/lib/drafts/use-draft-text.ts';
import { type Nameable, nameable } from './mentions.ts';

const params = (id: number) => ({ id: String(id) });

/** The comments of an item's post. */
export const useComments = (item: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.comments(item),
    queryFn: ({ signal }) => call(comments.listComments, { params: params(item), signal }),
  });

/** The members who can be mentioned. */
export function useNameable(): Nameable[] {
  const { data } = useQuery(membersQuery);
  return useMemo(() => nameable(data ?? []), [data]);
}

/** A draft of this person on this device until it is sent; null where nothing can be written. */
export function useDraft(name: string | null) {
  const person = useAuth(({ user }) => user?.id);
  return useKeptText(name && `${name}:${person}`);
}

export const useComment = (item: number) =>
  useInvalidatingMutation({
    run: (body: { text: string; parent?: number | undefined }) =>
      call(comments.comment, { params: params(item), body }),
    invalidates: [keys.allComments, keys.itemLists],
    success: (_, { parent }) => (parent ? 'Reply added' : 'Comment added'),
    failure: 'Failed to add the comment',
  });

export const useEditComment = () =>
  useInvalidatingMutation({
    run: ({ id, text }: { id: number; text: string }) =>
      call(comments.editComment, { params: params(id), body: { text } }),
    invalidates: [keys.allComments],
    success: 'Comment updated',
    failure: 'Failed to update the comment',
  });

export const useDeleteComment = () =>
  useInvalidatingMutation({
    run: (id: number) => call(comments.deleteComment, { params: params(id) }),
    invalidates: [keys.allComments, keys.notifications, keys.itemLists],
    success: 'Comment deleted',
    failure: 'Failed to delete the comment',
  });

export const useResolve = () =>
  useInvalidatingMutation({
    run: ({ id, resolved }: { id: number; resolved: boolean }) =>
      call(resolved ? comments.resolveComment : comments.reopenComment, { params: params(id) }),
    invalidates: [keys.allComments],
    success: (_, { resolved }) => (resolved ? 'Conversation resolved' : 'Conversation reopened'),
    failure: 'Failed to change the conversation',
  });
