import { useQuery } from '@tanstack/react-query';
import { updateItem } from '#contract/items.ts';
import * as review from '#contract/review.ts';
import type { Status, StepName } from '#contract/workflow.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';

/** The transitions of a post, newest first. */
export const useTransitions = (id: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.transitions(id),
    queryFn: ({ signal }) => call(review.listTransitions, { params: { id: String(id) }, signal }),
  });

/** Pending reviews. */
export const usePending = () =>
  useQuery({
    queryKey: keys.pending,
    queryFn: ({ signal }) => call(review.listPending, { signal }),
  });

export type PendingReview = NonNullable<ReturnType<typeof usePending>['data']>['results'][number];

/** The text of the last decision on a post; null where there was none. */
export const useDecidedText = (id: number) =>
  useQuery({
    queryKey: keys.decidedText(id),
    queryFn: ({ signal }) => call(review.getDecidedText, { params: { id: String(id) }, signal }),
  });

const done: Record<StepName, string> = {
  submit: 'Submitted for review',
  approve: 'Approved',
  reject: 'Rejected; it is a draft again',
  publish: 'Published',
  unpublish: 'Unpublished; it is a draft again',
  restore: 'Restored; it is a draft again',
  archive: 'Archived',
};

const decisions = { approve: review.approve, reject: review.reject };

type Step = {
  id: number;
  name: StepName;
  target: Status;
  comment: string;
  version: number;
  /** The pending transition, where there is one. */
  pending?: number | undefined;
  /** Whether its toast offers to undo it. */
  undoable?: boolean;
};

function take({ id, name, target, version, pending, ...said }: Step) {
  const comment = said.comment.trim() || null;
  if (pending && (name === 'approve' || name === 'reject'))
    return call(decisions[name], { params: { id: String(pending) }, body: { comment, version } });
  return call(review.makeTransition, {
    params: { id: String(id) },
    body: { target_state: target, comment, version },
  });
}

/**
 * Takes a post through a transition: `onDone` is called after success, before anything is
 * refetched. `version`: of the displayed text, so that no other is decided on.
 */
export const useStep = ({
  onRefetched,
  onDone,
}: {
  onRefetched?: (() => void) | undefined;
  onDone: () => void;
}) => {
  const again = useInvalidatingMutation({
    // A decision makes one version.
    run: ({ id, version }: Step) =>
      call(updateItem, {
        params: { id: String(id) },
        body: { status: 'review', version: version + 1 },
      }),
    invalidates: contentKeys,
    success: 'It waits for review again',
    failure: 'Failed to change the status',
  });
  return useInvalidatingMutation({
    mutationKey: keys.steps,
    onRefetched,
    run: async (step: Step) => {
      const done = await take(step);
      onDone();
      return done;
    },
    invalidates: contentKeys,
    success: (_, { name }) => done[name],
    undo: (_, step) => (step.undoable ? () => again.mutate(step) : undefined),
    failure: 'Failed to change the status',
  });
};
