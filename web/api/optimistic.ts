import {
  hashKey,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query';
import { toast } from '#web/ui/overlays/toast.ts';
import { useAuth } from './auth-store.ts';
import { ApiError } from './client.ts';
import { queryClient, updateCache } from './query.ts';

type OptimisticMutation<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The prefixes of the affected query keys. */
  invalidates: readonly QueryKey[];
  /**
   * Updates the cache as if the request had succeeded; may return a function that rolls other state
   * back.
   */
  applyOptimistic: (input: Input) => unknown;
  /** The description of the success toast. */
  success: string | ((output: Output, input: Input) => string | undefined);
  /** The description of the error toast where the error has no message. */
  failure: string | ((input: Input) => string);
  /** A button of the toast after its success, to undo it for example. */
  action?: (output: Output, input: Input) => { label: string; run: () => unknown } | undefined;
  /** Whether a stale save shows nothing here. */
  silentConflict?: boolean;
  /** Returns to the form with its input after a failure. */
  retry?: (input: Input) => void;
};

let temporary = 0;

/** The id of an item that is being created: negative, so that it cannot be one of the server's. */
export const temporaryId = () => --temporary;

/**
 * Pending changes, and those confirmed meanwhile, in order, on top of the snapshot before the first
 * of them. When one fails, the others are applied to the snapshot again.
 */
let appliedChanges: { applyOptimistic: () => unknown }[] = [];
let snapshot = new Map<string, [QueryKey, unknown]>();
const keysToInvalidate = new Map<string, QueryKey>();
/**
 * Counted here: a mutation is pending for TanStack Query until after its last callback, so that two
 * that settle in one tick would each leave the rest to the other.
 */
let pending = 0;

function begin(applyOptimistic: () => unknown, invalidates: readonly QueryKey[]) {
  for (const queryKey of invalidates) {
    keysToInvalidate.set(hashKey(queryKey), queryKey);
    for (const [key, data] of queryClient.getQueriesData({ queryKey })) {
      if (!snapshot.has(hashKey(key))) snapshot.set(hashKey(key), [key, data]);
    }
  }
  const change = { applyOptimistic };
  appliedChanges.push(change);
  return { change, undo: updateCache(applyOptimistic), person: useAuth.getState().user?.id };
}

function rollBack({ change, undo }: ReturnType<typeof begin>) {
  appliedChanges = appliedChanges.filter((other) => other !== change);
  for (const [key, data] of snapshot.values()) queryClient.setQueryData(key, data);
  for (const other of appliedChanges) updateCache(other.applyOptimistic);
  if (typeof undo === 'function') undo();
}

/**
 * Refetches affected queries once no change is pending: an earlier response would undo the others.
 */
function settle() {
  pending--;
  if (pending > 0) return;
  appliedChanges = [];
  snapshot = new Map();
  for (const queryKey of keysToInvalidate.values())
    void queryClient.invalidateQueries({ queryKey });
  keysToInvalidate.clear();
}

/** Refetches these queries once no change is pending. */
export function refetchWhenSettled(queryKeys: readonly QueryKey[]) {
  if (pending > 0) {
    for (const queryKey of queryKeys) keysToInvalidate.set(hashKey(queryKey), queryKey);
  } else {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
  }
}

/**
 * Applies a change at once and rolls it back, with an Error toast, when the server refuses
 * (docs/domain/pages.md, 'Optimistic updates').
 */
export const useOptimisticMutation = <Input, Output>(mutation: OptimisticMutation<Input, Output>) =>
  useMutation(optimistic(mutation));

/** The same for TanStack Query. */
export function optimistic<Input, Output>({
  run,
  invalidates,
  applyOptimistic,
  success,
  failure,
  action: offered,
  silentConflict = false,
  retry,
}: OptimisticMutation<Input, Output>): UseMutationOptions<
  Output,
  Error,
  Input,
  ReturnType<typeof begin>
> {
  return {
    mutationFn: run,
    onMutate: async (input) => {
      pending++;
      await Promise.all(invalidates.map((queryKey) => queryClient.cancelQueries({ queryKey })));
      return begin(() => applyOptimistic(input), invalidates);
    },
    onError: (error, input, begun) => {
      // The cache of another person is not changed.
      if (begun && begun.person === useAuth.getState().user?.id) rollBack(begun);
      // The editor shows the conflict itself.
      if (silentConflict && error instanceof ApiError && error.code === 'stale') return;
      const action = retry && { label: 'Try again', run: () => retry(input) };
      toast({
        title: 'Error',
        description: error.message || (typeof failure === 'string' ? failure : failure(input)),
        variant: 'destructive',
        ...(action && { action }),
      });
    },
    onSuccess: (output, input) => {
      const description = typeof success === 'string' ? success : success(output, input);
      const action = offered?.(output, input);
      if (description) toast({ title: 'Success', description, ...(action && { action }) });
    },
    onSettled: settle,
  };
}
