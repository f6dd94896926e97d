import { useQuery } from '@tanstack/react-query';
import * as figures from '#contract/analytics/figures.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

/** Figures of the post of an item. Among the publications: what changes them changes it. */
export const useFigures = (item: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.figures(item),
    queryFn: ({ signal }) => call(figures.getFigures, { params: { id: String(item) }, signal }),
  });

export const useRefreshFigures = (item: number) =>
  useInvalidatingMutation({
    run: () => call(figures.refreshFigures, { params: { id: String(item) } }),
    invalidates: [keys.figures(item)],
    success: ({ failed, publications }) => {
      const names = publications
        .filter(({ publication }) => failed.includes(publication))
        .map(({ channel }) => channel.handle);
      return names.length
        ? `Figures are up to date, except those of ${names.join(', ')}`
        : 'Figures are up to date';
    },
    failure: 'The figures couldn’t be read.',
  });
