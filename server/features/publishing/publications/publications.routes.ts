import * as afterwards from '#contract/publishing/afterwards.ts';
import * as publications from '#contract/publishing/publications.ts';
import * as review from '#contract/publishing/review.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { addAfterwards, cancelAfterward, continueAfterward } from './afterwards/afterwards.ts';
import { previewPolicy } from './clearance/policy.ts';
import { cancel } from './publications.service.ts';
import * as reading from './reading.ts';
import * as remote from './remote.ts';
import { resolve, retry } from './retry.ts';

export function publicationRoutes(context: AppContext & { adapters: Adapters }) {
  const { bind, database } = context;
  bind(publications.listPublications, async ({ person, query, links }) =>
    links(await reading.listPublications(database, person, query)),
  );
  bind(publications.getPublication, ({ person, params }) =>
    reading.getPublication(database, person, params.id),
  );
  bind(publications.cancelPublication, ({ person, params, query }) =>
    cancel(context, person, params.id, query.sent),
  );
  bind(publications.retryPublication, ({ person, params, body }) =>
    retry(context, person, params.id, body),
  );
  bind(publications.resolvePublication, ({ person, params, body }) =>
    resolve(context, person, params.id, body),
  );
  bind(publications.listLatest, ({ person, params }) =>
    remote.listLatest(context, person, params.id),
  );
  bind(publications.removePublication, ({ person, params, body }) =>
    remote.removeRemote(context, person, params.id, body?.sent),
  );
  bind(afterwards.addAfterwards, ({ person, params, body }) =>
    addAfterwards(context, person, params.id, body.afterwards),
  );
  bind(afterwards.cancelAfterward, ({ person, params }) =>
    cancelAfterward(context, person, params.id),
  );
  bind(afterwards.continueAfterward, ({ person, params, body }) =>
    continueAfterward(context, person, params.id, body?.there),
  );
  bind(publications.listAttention, ({ person, query }) =>
    reading.listAttention(database, person, query),
  );
  bind(review.previewPolicy, ({ person, slowly }) =>
    slowly((executor) => previewPolicy(executor, person)),
  );
  bind(publications.countAttention, ({ person }) => reading.countAttention(database, person));
}
