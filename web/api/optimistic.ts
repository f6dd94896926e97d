import { type QueryKey, useMutation } from '@tanstack/react-query';
import { toast } from '#web/ui/Toaster.tsx';
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
  failure: string;
  /** Leads back to where the input was given, so that a refusal loses nothing of it. */
  retry?: (input: Input) => void;
};

const CHANGES = ['change'];
let temporary = 0;

/** The id of something that is being created (section 4): negative, so that it cannot be one of the server's. */
export const temporaryId = () => --temporary;

/** Changes what is shown at once and rolls it back, with an Error toast, when the server refuses (section 4). */
export function useOptimistic<Input, Output>({ run, touches, expect, success, failure, retry }: Change<Input, Output>) {
  return useMutation({
    mutationKey: CHANGES,
    mutationFn: run,
    onMutate: async (input: Input) => {
      await Promise.all(touches.map((queryKey) => queryClient.cancelQueries({ queryKey })));
      const before = touches.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
      return { before, undo: expect(input) };
    },
    onError: (error, input, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
      if (typeof context?.undo === 'function') context.undo();
      const action = retry && { label: 'Try again', run: () => retry(input) };
      toast({
        title: 'Error',
        description: error.message || failure,
        variant: 'destructive',
        ...(action && { action }),
      });
    },
    onSuccess: (output, input) => {
      const description = typeof success === 'string' ? success : success(output, input);
      if (description) toast({ title: 'Success', description });
    },
    onSettled: () => {
      // While another change is under way, the server's answer would undo for a moment what that one expects.
      if (queryClient.isMutating({ mutationKey: CHANGES }) > 1) return;
      for (const queryKey of touches) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
