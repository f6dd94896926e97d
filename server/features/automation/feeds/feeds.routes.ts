import * as feeds from '#contract/automation/feeds.ts';
import type { AppContext } from '../../../context.ts';
import { makeDraft } from './drafts.ts';
import * as service from './feeds.service.ts';

export function feedRoutes(context: AppContext & service.Context) {
  const { bind, database } = context;
  bind(feeds.listFeeds, ({ person }) => service.listFeeds(database, person));
  bind(feeds.previewFeed, ({ person, body }) => service.previewFeed(context, person, body.url));
  bind(feeds.createFeed, ({ person, body }) => service.createFeed(context, person, body.url));
  bind(feeds.updateFeed, ({ person, params, body }) =>
    service.updateFeed(context, person, params.id, body.drafts_folder),
  );
  bind(feeds.deleteFeed, ({ person, params }) => service.deleteFeed(context, person, params.id));
  bind(feeds.readFeed, ({ person, params }) => service.readNow(context, person, params.id));
  bind(feeds.listFeedEntries, ({ person, params, query: { page_size: limit, ...query } }) =>
    service.listEntries(database, person, params.id, { ...query, limit }),
  );
  bind(feeds.leaveOut, ({ person, params, body }) =>
    service.leaveOut(context, person, params.id, body.entries),
  );
  bind(feeds.makeDraft, ({ person, params, body }) =>
    makeDraft(context, person, params.id, body.folder),
  );
}
