import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { autocomplete } from '#contract/search.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { call } from './client.ts';
import { keys } from './query.ts';

const DEBOUNCE_MS = 120;

/** The tags of the workspace that begin with this text. */
export function useTagSuggestions(text: string): readonly string[] {
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: keys.suggestions(q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(autocomplete, { query: { q, limit: '20' }, signal }),
  });
  return q ? (data ?? []).filter(({ kind }) => kind === 'tag').map((one) => one.text) : [];
}
