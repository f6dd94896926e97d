import { useQuery } from '@tanstack/react-query';
import { getAssistant } from '#contract/assistant/state.ts';
import { can } from '#contract/roles.ts';
import { call } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useWorkspace } from '#web/api/workspace.ts';

const FRESH_MS = 60_000;

/** What this person knows of the assistant, while that is read as well. */
export function useAssistantState() {
  // Asked once the role is known: the API refuses viewers.
  const role = useWorkspace().data?.role;
  const may = role !== undefined && can(role, 'assist');
  const { data } = useQuery({
    queryKey: keys.assistantState,
    enabled: may,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => call(getAssistant, { signal }),
  });
  return { may, data };
}

/**
 * The assistant as this person may use it; undefined where it is off, or not theirs: then nothing of
 * it is shown.
 */
export function useAssistant() {
  const { may, data } = useAssistantState();
  return may && data?.server ? { ...data, server: data.server } : undefined;
}
