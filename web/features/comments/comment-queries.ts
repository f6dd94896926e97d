import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as comments from '#contract/comments.ts';
import { listMembers } from '#contract/members.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useRefetching } from '#web/api/refetching.ts';
import { useKeptText } from '#web/lib/use-kept-text.ts';
import { type Nameable, nameable } from './mentions.ts';

const params = (id: number) => ({ id: String(id) });

/** What was said of an item, or of any part of its thread. */
export const useComments = (item: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.comments(item),
    queryFn: ({ signal }) => call(comments.listComments, { params: params(item), signal }),
  });

/** Who can be named in a comment. */
export function useNameable(): Nameable[] {
  const { data } = useQuery({ queryKey: keys.members, queryFn: ({ signal }) => call(listMembers, { signal }) });
  return useMemo(() => nameable(data ?? []), [data]);
}

/** A text of this person that stays on this device until it is sent; null where there is nothing to write. */
export function useDraft(name: string | null) {
  const person = useAuth(({ user }) => user?.id);
  return useKeptText(name && `${name}:${person}`);
}

export const useComment = (item: number) =>
  useRefetching({
    run: (body: { text: string; parent?: number | undefined }) =>
      call(comments.comment, { params: params(item), body }),
    touches: [keys.allComments],
    success: (_, { parent }) => (parent ? 'Answer added' : 'Comment added'),
    failure: 'Failed to add the comment',
  });

export const useEditComment = () =>
  useRefetching({
    run: ({ id, text }: { id: number; text: string }) =>
      call(comments.editComment, { params: params(id), body: { text } }),
    touches: [keys.allComments],
    success: 'Comment updated',
    failure: 'Failed to update the comment',
  });

export const useDeleteComment = () =>
  useRefetching({
    run: (id: number) => call(comments.deleteComment, { params: params(id) }),
    touches: [keys.allComments, keys.notifications],
    success: 'Comment deleted',
    failure: 'Failed to delete the comment',
  });

export const useResolve = () =>
  useRefetching({
    run: ({ id, resolved }: { id: number; resolved: boolean }) =>
      call(resolved ? comments.resolveComment : comments.reopenComment, { params: params(id) }),
    touches: [keys.allComments],
    success: (_, { resolved }) => (resolved ? 'Conversation resolved' : 'Conversation opened again'),
    failure: 'Failed to change the conversation',
  });
