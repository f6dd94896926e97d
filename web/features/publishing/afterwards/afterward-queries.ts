import * as contract from '#contract/publishing/afterwards.ts';
import { call } from '#web/api/client.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { CHANGED } from '#web/features/publishing/publications/publishing-queries.ts';

type Afterward = contract.Afterward;

/** As it was given; who planned a deletion has agreed to it. */
function givenOf({ kind, hours, channel, text }: Afterward): contract.GivenAfterward {
  if (kind === 'remove') return { kind, days: hours / 24, consent: true };
  return kind === 'reply' ? { kind, hours, text: text ?? '' } : { kind, hours, channel };
}

/**
 * Cancels what is planned, or leaves what is proposed or has stopped.
 * @param isFinal whether what is planned can’t be planned again
 */
export function useCancelAfterward(publication: number, isFinal: boolean) {
  const again = useInvalidatingMutation({
    run: (planned: Afterward) =>
      call(contract.addAfterwards, {
        params: { id: String(publication) },
        body: { afterwards: [givenOf(planned)] },
      }),
    success: 'Planned again',
    failure: 'Failed to plan it again',
    invalidates: CHANGED,
  });
  return useInvalidatingMutation({
    run: ({ id }: Afterward) => call(contract.cancelAfterward, { params: { id: String(id) } }),
    success: 'Cancelled',
    failure: 'Failed to cancel',
    invalidates: CHANGED,
    action: (_, cancelled) =>
      cancelled.state === 'waiting' && !isFinal
        ? { label: 'Undo', run: () => again.mutate(cancelled) }
        : undefined,
  });
}

/** Accepts what a rule proposes, or continues what has stopped. */
export const useContinueAfterward = () =>
  useInvalidatingMutation({
    run: ({ id, there }: { id: number; there?: boolean }) =>
      call(contract.continueAfterward, {
        params: { id: String(id) },
        body: there === undefined ? {} : { there },
      }),
    success: 'Saved',
    failure: 'Failed to continue',
    invalidates: CHANGED,
  });
