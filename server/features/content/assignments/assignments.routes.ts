import * as assignments from '#contract/content/assignments.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './assignments.service.ts';

export function assignmentRoutes(context: AppContext) {
  context.bind(assignments.assignItem, ({ person, params, body }) =>
    service.assignItem(context, person, params.id, body.assignee),
  );
}
