import * as comments from '#contract/comments.ts';
import type { Parts } from '../../parts.ts';
import * as service from './comments.service.ts';

export function commentRoutes({ bind, database }: Parts) {
  bind(comments.listComments, ({ person, params }) => service.listComments(database, person, params.id));
  bind(comments.comment, ({ person, params, body }) => service.comment(database, person, params.id, body));
  bind(comments.editComment, ({ person, params, body }) => service.editComment(database, person, params.id, body.text));
  bind(comments.deleteComment, ({ person, params }) => service.deleteComment(database, person, params.id));
  bind(comments.resolveComment, ({ person, params }) => service.resolveComment(database, person, params.id, true));
  bind(comments.reopenComment, ({ person, params }) => service.resolveComment(database, person, params.id, false));
}
