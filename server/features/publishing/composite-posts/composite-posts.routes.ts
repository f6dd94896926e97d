import * as posts from '#contract/publishing/composite-posts.ts';
import { requireKey } from '../../../http/idempotency/idempotency-key.ts';
import * as service from './composite-posts.service.ts';
import { createPost } from './create.ts';
import { type Context, updatePost } from './update.ts';

export function compositePostRoutes(context: Context) {
  const { bind, database } = context;
  bind(posts.createPost, ({ person, query, body, idempotencyKey, renewed }) =>
    createPost(context, person, body, {
      renewed,
      key: requireKey(idempotencyKey),
      isDryRun: query.dry_run === true,
    }),
  );
  bind(posts.listPosts, async ({ person, query, links }) =>
    links(await service.listPosts(database, person, query)),
  );
  bind(posts.getPost, ({ person, params }) => service.getPost(database, person, params.id));
  bind(posts.updatePost, async ({ person, params, body, renewed }) => {
    const id = await updatePost(context, person, params.id, body, renewed);
    return service.getPost(database, person, id);
  });
  bind(posts.deletePost, ({ person, params }) => service.deletePost(context, person, params.id));
}
