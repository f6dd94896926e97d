import { hashKey, type QueryKey, useMutation } from '@tanstack/react-query';
import { toast } from '#web/ui/Toaster.tsx';
import { useAuth } from './auth-store.ts';
import { queryClient } from './query.ts';

type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The beginnings of the keys of all that this changes. */
  touches: readonly QueryKey[];
  /** Changes what is cached as if the server had said yes; may give back a function that undoes what else it changed. */
  expect: (input: Input) => unknown;
  /** The success toast's description (section 4). */
  success: string | ((output: Output, input: Input) => string | undefined);
  /** The error toast's description where the error has no message (section 8). */
  failure: string | ((input: Input) => string);
  /** Leads back to where the input was given, so that a refusal loses nothing of it. */
  retry?: (input: Input) => void;
};

const CHANGES = ['change'];
let temporary = 0;

/** The id of something that is being created (section 4): negative, so that it cannot be one of the server's. */
export const temporaryId = () => --temporary;

/**
 * The changes that are under way or were confirmed beside one that is, in their order, on top of what was cached before
 * the first of them. When one fails, the others are made again on that.
 */
let open: { expect: () => unknown }[] = [];
let base = new Map<string, [QueryKey, unknown]>();
const touched = new Map<string, QueryKey>();

function begin(expect: () => unknown, touches: readonly QueryKey[]) {
  if (queryClient.isMutating({ mutationKey: CHANGES }) <= 1) {
    open = [];
    base = new Map();
  }
  for (const queryKey of touches) {
    touched.set(hashKey(queryKey), queryKey);
    for (const [key, data] of queryClient.getQueriesData({ queryKey })) {
      if (!base.has(hashKey(key))) base.set(hashKey(key), [key, data]);
    }
  }
  const change = { expect };
  open.push(change);
  return { change, undo: expect(), person: useAuth.getState().user?.id };
}

function takeBack({ change, undo }: ReturnType<typeof begin>) {
  open = open.filter((other) => other !== change);
  for (const [key, data] of base.values()) queryClient.setQueryData(key, data);
  for (const other of open) other.expect();
  if (typeof undo === 'function') undo();
}

/** Asks the server for all that was touched, once the last change is settled: before, its answer would undo the others. */
function settle() {
  if (queryClient.isMutating({ mutationKey: CHANGES }) > 1) return;
  for (const queryKey of touched.values()) void queryClient.invalidateQueries({ queryKey });
  touched.clear();
}

/** Asks the server for these again; where changes are under way, once the last of them is settled. */
export function refetchWhenSettled(queryKeys: readonly QueryKey[]) {
  if (queryClient.isMutating({ mutationKey: CHANGES })) {
    for (const queryKey of queryKeys) touched.set(hashKey(queryKey), queryKey);
  } else {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
  }
}

/** Changes what is shown at once and rolls it back, with an Error toast, when the server refuses (section 4). */
export function useOptimistic<Input, Output>({ run, touches, expect, success, failure, retry }: Change<Input, Output>) {
  return useMutation({
    mutationKey: CHANGES,
    mutationFn: run,
    onMutate: async (input: Input) => {
      await Promise.all(touches.map((queryKey) => queryClient.cancelQueries({ queryKey })));
      return begin(() => expect(input), touches);
    },
    onError: (error, input, begun) => {
      // Whoever is signed in by now has nothing to do with what somebody else had cached.
      if (begun && begun.person === useAuth.getState().user?.id) takeBack(begun);
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
      if (description) toast({ title: 'Success', description });
    },
    onSettled: settle,
  });
}
