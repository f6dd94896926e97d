import { type QueryKey, useMutation } from '@tanstack/react-query';
import { toast } from '#web/ui/overlays/toast.ts';
import { ApiError, isMissing } from './client.ts';
import { queryClient } from './query.ts';

type Change<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The prefixes of the affected query keys. */
  invalidates: readonly QueryKey[];
  /** The description of the success toast; without one, none appears. */
  success?: string | ((output: Output, input: Input) => string);
  /** The description of the error toast where the error has no message. */
  failure: string;
  /** A button of the toast after its success, to undo it for example. */
  action?: (output: Output, input: Input) => { label: string; run: () => void } | undefined;
  /** Whether a stale save shows nothing here: the editor shows it. */
  silentConflict?: boolean;
  /** Identifies the mutation for those who wait for it. */
  mutationKey?: QueryKey;
  /** Called once affected queries have been refetched: after success, or after a conflict. */
  onRefetched?: (() => void) | undefined;
};

/**
 * A change that is not optimistic: affected queries are refetched after success
 * (docs/domain/pages.md, 'Optimistic updates').
 */
export function useInvalidatingMutation<Input, Output>({
  run,
  invalidates,
  success,
  failure,
  mutationKey,
  action,
  silentConflict = false,
  onRefetched,
}: Change<Input, Output>) {
  const refetch = () =>
    Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    ...(mutationKey && { mutationKey }),
    mutationFn: run,
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined;
      const isConflict = code === 'stale' || code === 'look_first';
      if (!(silentConflict && isConflict))
        toast({ title: 'Error', description: error.message || failure, variant: 'destructive' });
      // A conflict: refetch to show the change of somebody else.
      if (isConflict || isMissing(error)) return refetch().then(onRefetched);
    },
    onSuccess: async (output, input) => {
      await refetch();
      const offered = action?.(output, input);
      if (success !== undefined)
        toast({
          title: 'Success',
          description: typeof success === 'string' ? success : success(output, input),
          ...(offered && { action: offered }),
        });
      onRefetched?.();
    },
  });
}
