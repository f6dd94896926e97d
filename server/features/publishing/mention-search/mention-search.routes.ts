import { findPeople } from '#contract/publishing/mention-search.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { createMentionSearch } from './mention-search.service.ts';

export function mentionSearchRoutes(context: AppContext & { adapters: Adapters }) {
  const search = createMentionSearch(context);
  context.bind(findPeople, ({ person, query }) => search(person, query.q));
}
