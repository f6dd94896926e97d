import { useQuery } from '@tanstack/react-query';
import * as reports from '#contract/analytics/reports.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const of = (id: number) => ({ params: { id: String(id) } });

/** What can be changed of a report. */
export type Fields = Pick<
  reports.Report,
  | 'title'
  | 'comment'
  | 'client'
  | 'period'
  | 'from_day'
  | 'to_day'
  | 'filters'
  | 'blocks'
  | 'recipients'
>;

export const fieldsOf = ({
  title,
  comment,
  client,
  period,
  from_day,
  to_day,
  filters,
  blocks,
  recipients,
}: reports.Report): Fields => ({
  title,
  comment,
  client,
  period,
  from_day,
  to_day,
  filters,
  blocks,
  recipients,
});

export const useReports = () =>
  useQuery({
    queryKey: keys.reports,
    queryFn: ({ signal }) => call(reports.listReports, { signal }),
  });

export const useReport = (id: number) =>
  useQuery({
    queryKey: keys.report(id),
    queryFn: ({ signal }) => call(reports.getReport, { ...of(id), signal }),
  });

/** What a report shows. */
export const useReportContent = (id: number) =>
  useQuery({
    queryKey: keys.reportContent(id),
    queryFn: ({ signal }) => call(reports.getReportContent, { ...of(id), signal }),
  });

/** The same by its link. */
export const useSharedReport = (token: string) =>
  useQuery({
    queryKey: keys.sharedReport(token),
    queryFn: ({ signal }) => call(reports.readSharedReport, { params: { token }, signal }),
  });

export const useCreateReport = (onCreated: (id: number) => void) =>
  useInvalidatingMutation({
    run: async (body: Partial<Fields> & Pick<Fields, 'title'>) => {
      const made = await call(reports.createReport, { body });
      onCreated(made.id);
      return made;
    },
    invalidates: [keys.reports],
    failure: 'The report couldn’t be made.',
  });

export const useSaveReport = (id: number) =>
  useInvalidatingMutation({
    run: (body: Partial<Fields>) => call(reports.updateReport, { ...of(id), body }),
    invalidates: [keys.reports, keys.report(id)],
    failure: 'The report couldn’t be saved.',
  });

export const useDeleteReport = () =>
  useInvalidatingMutation({
    run: (id: number) => call(reports.deleteReport, of(id)),
    // Its own page, which is left, would ask for it once more.
    invalidates: [keys.reports],
    success: 'Report deleted',
    failure: 'The report couldn’t be deleted.',
  });

export const useShareReport = (id: number) =>
  useInvalidatingMutation({
    run: (days: (typeof reports.LINK_DAYS)[number]) =>
      call(reports.shareReport, { ...of(id), body: { days } }),
    invalidates: [keys.reports, keys.report(id)],
    failure: 'The link couldn’t be made.',
  });

export const useEndLink = (id: number) =>
  useInvalidatingMutation({
    run: () => call(reports.endLink, of(id)),
    invalidates: [keys.reports, keys.report(id)],
    success: 'Report link ended',
    failure: 'The link couldn’t be ended.',
  });
