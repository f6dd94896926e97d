import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Sent } from '#contract/http/endpoint.ts';
import * as settings from '#contract/publishing/link-settings.ts';
import * as links from '#contract/publishing/links.ts';
import { call, download } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { toast } from '#web/ui/overlays/toast.ts';

export type Range = { from: string; to: string };
export type LinkFilters = Range & {
  kind: links.LinkKind;
  search?: string | undefined;
  channel?: string | undefined;
  page: number;
};

/** Visits come in while the list is looked at. */
const REFRESH_MS = 30_000;

export const useLinks = ({ page, search, channel, ...filters }: LinkFilters) =>
  useQuery({
    queryKey: keys.linkList({ ...filters, page, search, channel }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      call(links.listLinks, {
        query: {
          ...filters,
          page: String(page),
          ...(search && { search }),
          ...(channel && { channel }),
        },
        signal,
      }),
  });

export const useLink = (id: number, range: Range) =>
  useQuery({
    queryKey: keys.link(id, range),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      call(links.getLink, { params: { id: String(id) }, query: range, signal }),
  });

export const useCreateLink = () =>
  useMutation({
    mutationFn: (body: { target: string; name: string }) => call(links.createLink, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.linkLists });
      toast({ title: 'Link created' });
    },
  });

type Change = { id: number; target?: string; name?: string; ended?: boolean };

const change = ({ id, ...body }: Change) =>
  call(links.updateLink, { params: { id: String(id) }, body });

/** Changes a link that was made by hand; what visitors notice can be undone. */
export const useChangeLink = () =>
  useMutation({
    mutationFn: ({ link, ...body }: Omit<Change, 'id'> & { link: links.Link }) =>
      change({ id: link.id, ...body }),
    onSuccess: async (_, { link, target, ended }) => {
      await queryClient.invalidateQueries({ queryKey: keys.links });
      const undo = (before: Omit<Change, 'id'>) => ({
        label: 'Undo',
        run: () =>
          void change({ id: link.id, ...before }).then(
            () => queryClient.invalidateQueries({ queryKey: keys.links }),
            (error: Error) =>
              toast({ title: 'Error', description: error.message, variant: 'destructive' }),
          ),
      });
      if (target !== undefined)
        toast({ title: 'Destination changed', action: undo({ target: link.target }) });
      else if (ended !== undefined)
        toast({
          title: ended ? 'Link ended' : 'Link reopened',
          action: undo({ ended: !ended }),
        });
      else toast({ title: 'Saved' });
    },
  });

export const downloadQr = (id: number, format: 'svg' | 'png') =>
  download(links.getQrCode, { params: { id: String(id) }, query: { format } }).catch(
    (error: Error) =>
      void toast({ title: 'Error', description: error.message, variant: 'destructive' }),
  );

export const useLinkSettings = () =>
  useQuery({
    queryKey: keys.linkSettings,
    queryFn: ({ signal }) => call(settings.getLinkSettings, { signal }),
  });

export const useUpdateLinkSettings = () =>
  useInvalidatingMutation({
    run: (body: Sent<typeof settings.updateLinkSettings>['body']) =>
      call(settings.updateLinkSettings, { body }),
    // What a check says depends on them.
    invalidates: [keys.linkSettings, keys.publications],
    success: 'Saved',
    failure: 'The settings couldn’t be saved.',
  });
