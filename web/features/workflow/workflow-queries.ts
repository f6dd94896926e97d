import { useQuery } from '@tanstack/react-query';
import * as review from '#contract/review.ts';
import type { Status, StepName } from '#contract/workflow.ts';
import { call } from '#web/api/client.ts';
import { contentKeys, keys } from '#web/api/query.ts';
import { useRefetching } from '#web/api/refetching.ts';

/** What happened to an item, or the thread it is in, newest first. */
export const useTransitions = (id: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: keys.transitions(id),
    queryFn: ({ signal }) => call(review.listTransitions, { params: { id: String(id) }, signal }),
  });

/** What waits for a decision. */
export const usePending = () =>
  useQuery({
    queryKey: keys.pending,
    queryFn: ({ signal }) => call(review.listPending, { signal }),
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
  /** The request that waits for a decision, where there is one. */
  pending?: number | undefined;
};

function take({ id, name, target, version, pending, ...said }: Step) {
  const comment = said.comment.trim() || null;
  if (pending && (name === 'approve' || name === 'reject'))
    return call(decisions[name], { params: { id: String(pending) }, body: { comment, version } });
  return call(review.makeTransition, { params: { id: String(id) }, body: { target_state: target, comment, version } });
}

/** Takes an item one step further: `onDone` once that is done, before anything is fetched again. `version`: of the text as it is shown, so that no other is decided on. */
export const useStep = ({ onFresh, onDone }: { onFresh?: (() => void) | undefined; onDone: () => void }) =>
  useRefetching({
    mutationKey: keys.steps,
    onFresh,
    run: async (step: Step) => {
      const done = await take(step);
      onDone();
      return done;
    },
    touches: contentKeys,
    success: (_, { name }) => done[name],
    failure: 'Failed to change the status',
  });
