import { useQuery } from '@tanstack/react-query';
import * as comments from '#contract/comments.ts';
import { listMembers } from '#contract/members.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useRefetching } from '#web/api/refetching.ts';

const params = (id: number) => ({ id: String(id) });

/** What was said of an item, or of any part of its thread. */
export const useComments = (item: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.comments(item),
    queryFn: ({ signal }) => call(comments.listComments, { params: params(item), signal }),
  });

/** Who can be named in a comment. */
export const useNameable = () =>
  useQuery({ queryKey: keys.members, queryFn: ({ signal }) => call(listMembers, { signal }) });

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
