import * as review from '#contract/publishing/review.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './workflow.service.ts';

export function workflowRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(review.openTransitions, ({ person, params }) =>
    service.openTransitions(database, person, params.id),
  );
  bind(review.makeTransition, ({ person, params, body }) =>
    service.makeTransition(context, person, params.id, body),
  );
  bind(review.listTransitions, ({ person, params }) =>
    service.listTransitions(database, person, params.id),
  );
  bind(review.getDecidedText, ({ person, params }) =>
    service.getDecidedText(database, person, params.id),
  );
  bind(review.listPending, ({ person }) => service.listPending(database, person));
  bind(review.approve, ({ person, params, body }) =>
    service.decide(context, person, params.id, 'approve', body),
  );
  bind(review.reject, ({ person, params, body }) =>
    service.decide(context, person, params.id, 'reject', body),
  );
}
