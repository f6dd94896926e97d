import { useQuery } from '@tanstack/react-query';
import { listMentioned } from '#contract/content/mentioned.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { findPeople, MAX_PEOPLE_TEXT } from '#contract/publishing/mention-search.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

const DEBOUNCE_MS = 250;

/** Who is found for what is typed, once its author pauses. */
export function usePeople(typed: string) {
  const text = useDebounced(typed, DEBOUNCE_MS).slice(0, MAX_PEOPLE_TEXT);
  const { data, error, isFetching } = useQuery({
    queryKey: keys.people(text),
    enabled: typed !== '' && text !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => call(findPeople, { query: { q: text }, signal }),
  });
  const { data: known = [] } = useQuery({
    queryKey: keys.mentioned(text),
    enabled: typed !== '' && text.trim().length > 1,
    retry: false,
    queryFn: ({ signal }) => call(listMentioned, { query: { q: text }, signal }),
  });
  const isAsked = typed !== '' && (isFetching || text !== typed);
  const networks = isAsked ? [] : (data ?? []);
  const failures = networks.flatMap(({ network, failure }) =>
    failure === null ? [] : [`${NETWORK_NAMES[network]}: ${failure}`],
  );
  const people = networks.flatMap(({ network, people }) =>
    people.map((person) => ({ ...person, network })),
  );
  const mentioned = isAsked ? [] : known.filter(({ handles }) => Object.keys(handles).length > 0);
  /** Who was mentioned before comes once, with all handles. */
  const knownBy = (person: { network: Network; handle: string }) =>
    mentioned.find(({ handles }) => handles[person.network] === person.handle);
  return {
    isAsked,
    mentioned,
    people: people.filter((person) => !knownBy(person)),
    failures: error && !isAsked ? [error.message] : failures,
    isEmpty:
      !isAsked && networks.length > failures.length && people.length + mentioned.length === 0,
  };
}
