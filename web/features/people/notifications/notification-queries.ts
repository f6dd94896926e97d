import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/http/endpoint.ts';
import * as notifications from '#contract/people/notifications.ts';
import { call } from '#web/api/client.ts';
import { cursorOf, keys, queryClient, updateCache } from '#web/api/query.ts';
import { toast } from '#web/ui/overlays/toast.ts';

type Notification = notifications.Notification;
type Page = ResponseOf<typeof notifications.listNotifications>;

const params = (id: number) => ({ id: String(id) });

export const useUnread = () =>
  useQuery({
    queryKey: keys.unread,
    queryFn: ({ signal }) => call(notifications.countUnread, { signal }),
  });

export const useNotifications = () =>
  useInfiniteQuery({
    queryKey: keys.notificationList,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(notifications.listNotifications, { query: { cursor: pageParam }, signal }),
    getNextPageParam: ({ next }) => cursorOf(next),
  });

/** Updates every cached notification; null removes it. */
function mapShown(change: (notification: Notification) => Notification | null) {
  queryClient.setQueryData<InfiniteData<Page>>(
    keys.notificationList,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          results: page.results.map(change).filter((notification) => notification !== null),
        })),
      },
  );
}

/** An optimistic change; the unread count comes from the server. */
function useChange<Input>(
  run: (input: Input) => Promise<unknown>,
  applyOptimistic: (input: Input) => void,
  failure: string,
) {
  return useMutation({
    mutationKey: keys.notificationChange,
    mutationFn: run,
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey: keys.notifications });
      updateCache(() => applyOptimistic(input));
    },
    onError: (error) =>
      toast({ title: 'Error', description: error.message || failure, variant: 'destructive' }),
    // Once none is pending: an earlier response would undo the others.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: keys.notificationChange }) <= 1)
        return queryClient.invalidateQueries({ queryKey: keys.notifications });
    },
  });
}

export const useRead = () =>
  useChange(
    (id: number) => call(notifications.markNotificationRead, { params: params(id) }),
    (id) =>
      mapShown((notification) =>
        notification.id === id ? { ...notification, read: true } : notification,
      ),
    'Failed to mark the notification as read',
  );

/** Marks all as read, up to the newest that is shown. */
export const useReadAll = () =>
  useChange(
    (upTo: number) => call(notifications.readAllNotifications, { body: { up_to: upTo } }),
    (upTo) =>
      mapShown((notification) =>
        notification.id <= upTo ? { ...notification, read: true } : notification,
      ),
    'Failed to mark the notifications as read',
  );

export const useDelete = () =>
  useChange(
    (id: number) => call(notifications.deleteNotification, { params: params(id) }),
    (id) => mapShown((notification) => (notification.id === id ? null : notification)),
    'Failed to delete the notification',
  );

export const useNotificationSettings = () =>
  useQuery({
    queryKey: keys.notificationSettings,
    queryFn: ({ signal }) => call(notifications.getNotificationSettings, { signal }),
  });

type Change = { kind: notifications.NotificationKind; way: 'in_app' | 'email'; on: boolean };

export const useSaveSettings = () =>
  useMutation({
    mutationFn: ({ kind, way, on }: Change) =>
      call(notifications.saveNotificationSettings, { body: { [kind]: { [way]: on } } }),
    onMutate: ({ kind, way, on }) =>
      updateCache(() =>
        queryClient.setQueryData<notifications.NotificationSettings>(
          keys.notificationSettings,
          (all) => all && { ...all, [kind]: { ...all[kind], [way]: on } },
        ),
      ),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to save the notification settings',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.notificationSettings }),
  });

/** Of a link in a mail, whoever is signed in. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) => call(notifications.unsubscribe, { body: { token } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.notificationSettings }),
  });
