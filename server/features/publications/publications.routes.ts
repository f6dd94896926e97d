import * as publications from '#contract/publications.ts';
import type { AppContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import * as service from './publications.service.ts';

const MAX_KEY_LENGTH = 200;

export function publicationRoutes(context: AppContext) {
  const { bind, database } = context;
  bind(publications.publishItem, ({ person, params, body, idempotencyKey }) => {
    if ((idempotencyKey?.length ?? 0) > MAX_KEY_LENGTH)
      throw invalid({
        non_field_errors: [`Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters.`],
      });
    return service.publish(context, person, params.id, body, idempotencyKey);
  });
  bind(publications.listPublications, async ({ person, query, links }) =>
    links(await service.listPublications(database, person, query)),
  );
  bind(publications.getPublication, ({ person, params }) =>
    service.getPublication(database, person, params.id),
  );
  bind(publications.movePublication, ({ person, params, body }) =>
    service.move(context, person, params.id, body.at ?? null),
  );
  bind(publications.cancelPublication, ({ person, params }) =>
    service.cancel(context, person, params.id),
  );
  bind(publications.retryPublication, ({ person, params }) =>
    service.retry(context, person, params.id),
  );
  bind(publications.resolvePublication, ({ person, params, body }) =>
    service.resolve(context, person, params.id, body),
  );
}
