import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { EventType } from '#contract/automation/event-names.ts';
import type {
  Delivery,
  DeliveryState,
  Webhook,
  WebhookState,
} from '#contract/automation/webhooks.ts';
import * as webhooks from '#contract/automation/webhooks.ts';
import type { Sent } from '#contract/http/endpoint.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { plural } from '#web/lib/text.ts';

const of = (id: number) => ({ params: { id: String(id) } });
const refetch = () => queryClient.invalidateQueries({ queryKey: keys.webhooks });

export type WebhookFields = Sent<typeof webhooks.createWebhook>['body'];

export const useWebhooks = () =>
  useQuery({
    queryKey: keys.webhookList,
    queryFn: ({ signal }) => call(webhooks.listWebhooks, { signal }),
  });

export const useWebhook = (id: number) =>
  useQuery({
    queryKey: keys.webhook(id),
    queryFn: ({ signal }) => call(webhooks.getWebhook, { ...of(id), signal }),
  });

/** Sends a test to an address; its dialog shows what came of it. */
export const useTryAddress = () =>
  useMutation({ mutationFn: (url: string) => call(webhooks.tryAddress, { body: { url } }) });

/** Adds an endpoint, or saves it; its dialog shows what is wrong with it. */
export const useSaveWebhook = (webhook: Webhook | undefined) =>
  useMutation({
    /** Returns the secret of a new one. */
    mutationFn: async (body: WebhookFields): Promise<string | undefined> => {
      if (!webhook) return (await call(webhooks.createWebhook, { body })).secret;
      const { version } = webhook;
      await call(webhooks.updateWebhook, { ...of(webhook.id), body: { ...body, version } });
      return undefined;
    },
    onSettled: refetch,
  });

const SWITCHED: Record<WebhookState, string> = {
  on: 'The webhook is on',
  paused: 'The webhook is paused: what happens waits',
  off: 'The webhook is off: what happens is not kept for it',
};

export const useSwitchWebhook = () =>
  useInvalidatingMutation({
    run: ({ id, state }: { id: number; state: WebhookState }) =>
      call(webhooks.switchWebhook, { ...of(id), body: { state } }),
    invalidates: [keys.webhooks],
    success: (_, { state }) => SWITCHED[state],
    failure: 'The webhook couldn’t be switched.',
  });

export const useRollSecret = () =>
  useInvalidatingMutation({
    run: ({ id, former_secret_until: former }: Webhook) =>
      call(webhooks.rollSecret, { ...of(id), body: { end_former: former !== null } }),
    invalidates: [keys.webhooks],
    failure: 'The secret couldn’t be changed.',
  });

/** @param onDeleted leaves its page, before the list is read without it */
export const useDeleteWebhook = (onDeleted: () => void) =>
  useInvalidatingMutation({
    run: async (id: number) => {
      await call(webhooks.deleteWebhook, of(id));
      onDeleted();
    },
    invalidates: [keys.webhookList],
    success: 'Webhook deleted',
    failure: 'The webhook couldn’t be deleted.',
  });

/** What was sent to an endpoint, the newest first, loaded page by page. */
export const useDeliveries = (id: number, state: DeliveryState | undefined) =>
  useInfiniteQuery({
    queryKey: keys.webhookDeliveries(id, state),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(webhooks.listDeliveries, {
        ...of(id),
        query: {
          page_size: String(PAGE),
          ...(state && { state }),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    getNextPageParam: ({ results }) => (results.length === PAGE ? results.at(-1)?.id : undefined),
  });
const PAGE = 50;

export const useDelivery = (id: number | undefined) =>
  useQuery({
    queryKey: keys.webhookDelivery(id ?? 0),
    queryFn: ({ signal }) => call(webhooks.getDelivery, { ...of(id ?? 0), signal }),
    enabled: id !== undefined,
  });

export const useSendAgain = () =>
  useInvalidatingMutation({
    run: ({ id }: Pick<Delivery, 'id'>) => call(webhooks.sendAgain, of(id)),
    invalidates: [keys.webhooks],
    success: 'It is being sent again',
    failure: 'It couldn’t be sent again.',
  });

export const useSendFailedAgain = () =>
  useInvalidatingMutation({
    run: ({ id, since }: { id: number; since: string }) =>
      call(webhooks.sendFailedAgain, { ...of(id), body: { since } }),
    invalidates: [keys.webhooks],
    success: ({ count }) =>
      count === 0
        ? 'Nothing has failed since then'
        : `Sending ${plural(count, 'delivery', 'deliveries')} again`,
    failure: 'They couldn’t be sent again.',
  });

export const useSendExample = () =>
  useInvalidatingMutation({
    run: ({ id, type }: { id: number; type: EventType }) =>
      call(webhooks.sendExample, { ...of(id), body: { type } }),
    invalidates: [keys.webhooks],
    success: 'The example is being sent',
    failure: 'The example couldn’t be sent.',
  });
