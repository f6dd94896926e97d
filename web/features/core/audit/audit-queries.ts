import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import * as audit from '#contract/core/audit.ts';
import { call, callWithHeaders, download } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { toast } from '#web/ui/overlays/toast.ts';

export const PAGE_SIZE = 50;

/** The filters in the URL of the page; empty texts are no filter. */
export const FILTERS = [
  'action',
  'user',
  'start_date',
  'end_date',
  'content_item',
  'ip_address',
] as const;
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

export const useAuditLogs = (filters: Filters, page: number) =>
  useQuery({
    queryKey: keys.audit({ ...filters, page }),
    // The former page stays until the next one is loaded.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...filters, page: String(page), page_size: String(PAGE_SIZE) };
      const { result, headers } = await callWithHeaders(audit.listAuditLogs, { query, signal });
      return { entries: result, total: Number(headers.get('x-total-count')) };
    },
  });

/** Unfiltered: the values to choose from. */
export const useAuditSummary = () =>
  useQuery({
    queryKey: keys.auditSummary,
    queryFn: ({ signal }) => call(audit.summariseAuditLogs, { query: {}, signal }),
  });

export const useExport = () =>
  useMutation({
    mutationFn: (query: Filters & { format: audit.ExportFormat }) =>
      download(audit.exportAuditLogs, { query }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Export failed',
        variant: 'destructive',
      }),
  });
