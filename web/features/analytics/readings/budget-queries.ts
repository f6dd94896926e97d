import { useQuery } from '@tanstack/react-query';
import * as budget from '#contract/analytics/budget.ts';
import * as figures from '#contract/analytics/figures.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { amountOf } from './budget-words.ts';

/** The channels whose figures need a permission that their connection lacks. */
export const usePermissions = () =>
  useQuery({
    queryKey: keys.figurePermissions,
    queryFn: ({ signal }) => call(figures.listPermissions, { signal }),
  });

/** What reading figures costs, where a network charges for it. */
export const useBudget = () =>
  useQuery({
    queryKey: keys.readingBudget,
    queryFn: ({ signal }) => call(budget.getBudget, { signal }),
  });

/** @param network the name of the network that charges */
export const useSetBudget = (network: string) =>
  useInvalidatingMutation({
    run: (limit: number | null) => call(budget.setBudget, { body: { limit } }),
    invalidates: [keys.allFigures],
    success: ({ limit }) =>
      limit === null
        ? `Figures aren’t read from ${network} any more`
        : `Figures are read from ${network}, up to ${amountOf(limit)} a month`,
    failure: 'The limit couldn’t be saved.',
  });
