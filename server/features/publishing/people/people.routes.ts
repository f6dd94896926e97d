import { findPeople } from '#contract/publishing/people.ts';
import type { AppContext } from '../../../context.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { createPeopleSearch } from './people.service.ts';

export function peopleRoutes(context: AppContext & { adapters: Adapters }) {
  const search = createPeopleSearch(context);
  context.bind(findPeople, ({ person, query }) => search(person, query.q));
}
