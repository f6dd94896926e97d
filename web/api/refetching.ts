import { type QueryKey, useMutation } from '@tanstack/react-query';
import { toast } from '#web/ui/Toaster.tsx';
import { ApiError, isMissing } from './client.ts';
import { queryClient } from './query.ts';

type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The beginnings of the keys of all that this changes. */
  touches: readonly QueryKey[];
  /** The success toast's description (section 4). */
  success: string | ((output: Output, input: Input) => string);
  /** The error toast's description where the error has no message (section 8). */
  failure: string;
  /** Names the change for whoever waits for it. */
  mutationKey?: QueryKey;
  /** Called once what is shown is fresh again: after it, or after a refusal because somebody else was faster. */
  onFresh?: (() => void) | undefined;
};

/** A change that is shown once the server has made it: what it touches is fetched again (section 4, threads). */
export function useRefetching<Input, Output>({
  run,
  touches,
  success,
  failure,
  mutationKey,
  onFresh,
}: Change<Input, Output>) {
  const refetch = () => Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: run,
    onError: (error) => {
      toast({ title: 'Error', description: error.message || failure, variant: 'destructive' });
      // Somebody else was faster: what they did is to be seen.
      if ((error instanceof ApiError && error.code === 'stale') || isMissing(error)) return refetch().then(onFresh);
    },
    onSuccess: async (output, input) => {
      await refetch();
      toast({ title: 'Success', description: typeof success === 'string' ? success : success(output, input) });
      onFresh?.();
    },
  });
}
