import { useQuery } from '@tanstack/react-query';
import { updateItem } from '#contract/content/items.ts';
import type { Status, StepName } from '#contract/content/workflow.ts';
import type { SeenProposal } from '#contract/publishing/review.ts';
import * as review from '#contract/publishing/review.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import {
  cancelScheduled,
  STILL_SCHEDULED,
} from '#web/features/publishing/publications/scheduled.ts';

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

/** After these, nobody wants it sent: what is scheduled can be cancelled with it. */
const ENDS: ReadonlySet<StepName> = new Set(['reject', 'archive', 'unpublish']);

const decisions = { approve: review.approve, reject: review.reject };

type Step = {
  id: number;
  name: StepName;
  target: Status;
  comment: string;
  version: number;
  /** The pending transition, where there is one, and the proposals that were seen with it. */
  pending?: number | undefined;
  seen?: readonly SeenProposal[] | undefined;
  /** The digest of what was seen to be added to the text. */
  additions?: string | undefined;
  /** Whether something of the post is scheduled, which an end of the review does not cancel. */
  isScheduled?: boolean | undefined;
  /** Whether its toast offers to undo it. */
  undoable?: boolean;
};

function take({ id, name, target, version, pending, additions, ...said }: Step) {
  const comment = said.comment.trim() || null;
  const seen = said.seen?.map(({ id, due_at, options, afterwards }) => ({
    ...{ id, due_at, options },
    ...(afterwards && { afterwards: afterwards.map(({ id, state }) => ({ id, state })) }),
  }));
  const body = { comment, version, additions, ...(seen && { seen }) };
  if (pending && (name === 'approve' || name === 'reject'))
    return call(decisions[name], { params: { id: String(pending) }, body });
  return call(review.makeTransition, {
    params: { id: String(id) },
    body: { target_state: target, ...body },
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
    success: 'Back in review',
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
    success: (_, { name, isScheduled }) =>
      isScheduled && ENDS.has(name) ? `${done[name]}. ${STILL_SCHEDULED}` : done[name],
    action: (_, step) => {
      if (step.isScheduled && ENDS.has(step.name)) return cancelScheduled([step.id]);
      return step.undoable ? { label: 'Undo', run: () => again.mutate(step) } : undefined;
    },
    failure: 'Failed to change the status',
  });
};
