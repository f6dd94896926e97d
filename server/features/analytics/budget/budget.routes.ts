import * as budget from '#contract/analytics/budget.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import * as service from './budget.service.ts';

export function budgetRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind } = context;
  bind(budget.getBudget, ({ person }) => service.getBudget(context, person));
  bind(budget.setBudget, ({ person, body }) => service.setBudget(context, person, body.limit));
}
