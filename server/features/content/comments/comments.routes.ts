import * as comments from '#contract/content/comments.ts';
import type { AppContext } from '../../../context.ts';
import * as service from './comments.service.ts';

export function commentRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(comments.listComments, ({ person, params }) =>
    service.listComments(database, person, params.id),
  );
  bind(comments.comment, ({ person, params, body }) =>
    service.comment(context, person, params.id, body),
  );
  bind(comments.editComment, ({ person, params, body }) =>
    service.editComment(context, person, params.id, body.text),
  );
  bind(comments.deleteComment, ({ person, params }) =>
    service.deleteComment(context, person, params.id),
  );
  bind(comments.resolveComment, ({ person, params }) =>
    service.resolveComment(context, person, params.id, true),
  );
  bind(comments.reopenComment, ({ person, params }) =>
    service.resolveComment(context, person, params.id, false),
  );
}
