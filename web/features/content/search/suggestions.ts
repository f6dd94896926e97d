import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { autocomplete } from '#contract/content/search.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';

const DEBOUNCE_MS = 120;
/** Tags are some of the suggestions. */
const TAGS_AMONG = 20;

/** Items, folders and tags for a text, at most `limit`. */
export const useSuggestions = (q: string, limit: number) =>
  useQuery({
    queryKey: keys.suggestions(q, limit),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(autocomplete, { query: { q, limit: String(limit) }, signal }),
  });

/** The tags of the workspace that begin with this text. */
export function useTagSuggestions(text: string): readonly string[] {
  const q = useDebounced(text.trim(), DEBOUNCE_MS);
  const { data } = useSuggestions(q, TAGS_AMONG);
  return q
    ? (data ?? []).filter(({ kind }) => kind === 'tag').map((suggestion) => suggestion.text)
    : [];
}
