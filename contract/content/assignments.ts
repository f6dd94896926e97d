import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams } from '../http/fields.ts';

/** Who takes care of a post (docs/domain/review.md, 'Assignments'). */

const Assignment = z.object({
  /** The id of a member; null where nobody is assigned. */
  assignee: z.int().nullable(),
});

export const assignItem = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/assignee/',
  access: 'write',
  summary: 'Assign the post of an item to a member who can write, or to nobody',
  params: IdParams,
  body: z.object({ assignee: Id.nullable() }),
  response: Assignment,
});
