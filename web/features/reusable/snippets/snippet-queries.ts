import { useQuery } from '@tanstack/react-query';
import * as contract from '#contract/content/snippets.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

const CHANGED = [keys.snippets];

/** All of the workspace, by name. */
export const useSnippets = () =>
  useQuery({
    queryKey: keys.snippets,
    queryFn: ({ signal }) => call(contract.listSnippets, { query: {}, signal }),
  });

export const useCreateSnippet = () =>
  useInvalidatingMutation({
    run: (body: contract.SnippetInput) => call(contract.createSnippet, { body }),
    invalidates: CHANGED,
    failure: 'Failed to create the snippet',
  });

/** Saves a snippet, also while the page is closed. @throws ApiError, with the `current` one where `version` is stale */
export async function saveSnippet(
  fields: contract.SnippetInput,
  { id, version }: Pick<contract.Snippet, 'id' | 'version'>,
): Promise<contract.Snippet> {
  const saved = await call(contract.updateSnippet, {
    params: { id: String(id) },
    body: { ...fields, version },
    keepalive: true,
  });
  void queryClient.invalidateQueries({ queryKey: keys.snippets });
  return saved;
}

export const useDeleteSnippet = () =>
  useInvalidatingMutation({
    run: (id: number) => call(contract.deleteSnippet, { params: { id: String(id) } }),
    invalidates: CHANGED,
    success: 'Snippet deleted',
    failure: 'Failed to delete the snippet',
  });
